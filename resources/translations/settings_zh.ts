<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Commands</name>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Reopen closed documents</source>
        <translation>重新打开刚关掉的文档</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Nothing was opened yet</source>
        <translation>还没有打开过</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>清空这个列表</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>None</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Applied as you type. The command line does not use them.</source>
        <translation>边改边生效。命令行不用这里的设置。</translation>
    </message>
    <message>
        <source>A run goes on. Chunks can be changed when it has ended.</source>
        <translation>正在运行。结束后再改分片。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
</TS>
