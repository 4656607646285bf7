<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Commands</name>
    <message>
        <source>Leave out columns…</source>
        <translation>不读哪些列…</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Columns left out</source>
        <translation>不读的列</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>Reading {name} again…</source>
        <translation>正在重新读取 {name}…</translation>
    </message>
    <message>
        <source>Leave out this column: {column}</source>
        <translation>不读这一列：{column}</translation>
    </message>
    <message>
        <source>Take back this column: {column}</source>
        <translation>重新读这一列：{column}</translation>
    </message>
    <message>
        <source>Left out by your settings: {column}</source>
        <translation>按设置不读：{column}</translation>
    </message>
    <message>
        <source>Columns that are read: {sheet}</source>
        <translation>要读的列：{sheet}</translation>
    </message>
    <message>
        <source>Columns that are read</source>
        <translation>要读的列</translation>
    </message>
    <message>
        <source>Take back all</source>
        <translation>全部重新读</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>重新读</translation>
    </message>
    <message>
        <source>Take back…</source>
        <translation>重新读…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%n column is left out: {names}</source>
        <translation>有 %n 列不读：{names}</translation>
    </message>
    <message>
        <source>%n columns are left out: {names}</source>
        <translation>有 %n 列不读：{names}</translation>
    </message>
</context>
</TS>
