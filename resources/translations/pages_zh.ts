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
        <source>This picture cannot be shown</source>
        <translation>这张图片无法显示</translation>
    </message>
    <message>
        <source>Picture without a description</source>
        <translation>图片，没有说明文字</translation>
    </message>
    <message>
        <source>This page is damaged</source>
        <translation>这一页已损坏</translation>
    </message>
    <message>
        <source>Drawing the page…</source>
        <translation>正在画这一页…</translation>
    </message>
    <message>
        <source>Inserted</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>批注</translation>
    </message>
    <message>
        <source>Resolved comment</source>
        <translation>已解决的批注</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Page as wide as the view</source>
        <translation>页宽</translation>
    </message>
    <message>
        <source>Whole page in the view</source>
        <translation>整页</translation>
    </message>
    <message>
        <source>Pages as printed</source>
        <translation>按原页显示</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>As printed</source>
        <translation>原页</translation>
    </message>
    <message>
        <source>{n} / {total} page</source>
        <translation>{n} / {total} 页</translation>
    </message>
    <message>
        <source>{n} / {total} pages</source>
        <translation>{n} / {total} 页</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
</context>
</TS>
