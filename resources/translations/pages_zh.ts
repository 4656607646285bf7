<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Page</name>
    <message>
        <source>Hidden sheet</source>
        <translation>隐藏的工作表</translation>
    </message>
    <message>
        <source>Hidden rows and columns</source>
        <translation>隐藏的行和列</translation>
    </message>
    <message>
        <source>Slide {n}</source>
        <translation>幻灯片 {n}</translation>
    </message>
    <message>
        <source>Hidden slide</source>
        <translation>隐藏的幻灯片</translation>
    </message>
    <message>
        <source>No text on this slide</source>
        <translation>这张幻灯片上没有文字</translation>
    </message>
    <message>
        <source>Picture without a description</source>
        <translation>图片，没有说明文字</translation>
    </message>
</context>
</TS>
