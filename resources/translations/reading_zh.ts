<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Password</name>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>It is not saved.</source>
        <translation>密码不会保存。</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>That was the third wrong password. Check it, then try again beside the file's name.</source>
        <translation>三次都不对。核对密码后，可以在文件名旁边再试。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Tries left: {n}</source>
        <translation>还可以试 {n} 次。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Kept texts: {size}</source>
        <translation>记住的文字：{size}</translation>
    </message>
    <message>
        <source>Wipe</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>Nothing is kept</source>
        <translation>没有记住任何文字</translation>
    </message>
</context>
</TS>
