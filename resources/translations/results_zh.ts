<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Results</name>
    <message>
        <source>Answer of the trial model, of no value</source>
        <translation>试用模型的回答，没有参考价值</translation>
    </message>
    <message>
        <source>High</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>一般</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>模型的回答</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>From the model, {name}</source>
        <translation>来自模型 {name}</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Key terms</source>
        <translation>关键条款</translation>
    </message>
    <message>
        <source>The rules found no key terms in this file.</source>
        <translation>规则在这份文件里没有找到关键条款。</translation>
    </message>
    <message>
        <source>Show by severity</source>
        <translation>按严重程度显示</translation>
    </message>
    <message>
        <source>These are answers of the trial model</source>
        <translation>试用模型的回答，没有参考价值</translation>
    </message>
    <message>
        <source>They show the steps and are of no value as advice. Choose a real model in Run.</source>
        <translation>只用来走通流程。要真正审查，在「运行」里换一个模型。</translation>
    </message>
    <message>
        <source>The model was not asked about this file</source>
        <translation>这份文件还没有问过模型</translation>
    </message>
    <message>
        <source>What the rules found stands above. Findings clause by clause come from a run.</source>
        <translation>规则找到的列在上面。逐条的结论要运行后才有。</translation>
    </message>
    <message>
        <source>Go to Run</source>
        <translation>去运行</translation>
    </message>
    <message>
        <source>No results yet</source>
        <translation>还没有结果</translation>
    </message>
    <message>
        <source>Open a contract, and what the rules find in it stands here.</source>
        <translation>打开一份合同，规则找到的内容就列在这里。</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Export into a folder</source>
        <translation>导出到文件夹</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>正在导出…</translation>
    </message>
    <message>
        <source>report.docx, fields.xlsx and the tables for other programs</source>
        <translation>报告 report.docx、字段 fields.xlsx，以及供其他程序用的数据</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>脱敏</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Exported to {folder}</source>
        <translation>已导出到 {folder}</translation>
    </message>
    <message>
        <source>%n finding</source>
        <translation>%n 处发现</translation>
    </message>
    <message>
        <source>%n findings</source>
        <translation>%n 处发现</translation>
    </message>
    <message>
        <source>{done} of {all} clauses answered</source>
        <translation>已答 {done} / {all} 片</translation>
    </message>
    <message>
        <source>{question}, {time}</source>
        <translation>{question}，{time}</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>{clause}: no objection</source>
        <translation>{clause}：无异议</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Clause</source>
        <translation>条款</translation>
    </message>
    <message>
        <source>Found by</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>By the rule “{title}”</source>
        <translation>由规则「{title}」找到</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
</context>
</TS>
