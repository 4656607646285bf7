<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Run</name>
    <message>
        <source>Chosen by the rule “{rule}”: {task}</source>
        <translation>由规则「{rule}」选择：{task}</translation>
    </message>
    <message>
        <source>%n file</source>
        <translation>%n 个文件</translation>
    </message>
    <message>
        <source>%n files</source>
        <translation>%n 个文件</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>读不了</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读…</translation>
    </message>
    <message>
        <source>%n chunk</source>
        <translation>%n 片</translation>
    </message>
    <message>
        <source>%n chunks</source>
        <translation>%n 片</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>未选</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>A sentence of your own…</source>
        <translation>自己写一句话…</translation>
    </message>
    <message>
        <source>For example: list the contact persons</source>
        <translation>例如：提取联系电话</translation>
    </message>
    <message>
        <source>What to ask about every clause</source>
        <translation>对每一条要问什么</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>要问的话</translation>
    </message>
    <message>
        <source>Which files</source>
        <translation>哪些文件</translation>
    </message>
    <message>
        <source>No file is open. Drop some on the window.</source>
        <translation>还没有打开文件。把文件拖进来。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>The last run has not ended</source>
        <translation>上一次还没问完</translation>
    </message>
    <message>
        <source>Write your question first</source>
        <translation>先写要问的话</translation>
    </message>
    <message>
        <source>Choose a file first</source>
        <translation>先选文件</translation>
    </message>
    <message>
        <source>The files are still being read</source>
        <translation>文件还在读</translation>
    </message>
    <message>
        <source>The rules settle everything; there is nothing to ask</source>
        <translation>规则都处理好了，不用问模型</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>要做什么</translation>
    </message>
    <message>
        <source>Which model</source>
        <translation>用哪个模型</translation>
    </message>
    <message>
        <source>How long, before you start</source>
        <translation>开始前先看要多久</translation>
    </message>
    <message>
        <source>{done} / {all} done</source>
        <translation>已完成 {done} / {all}</translation>
    </message>
    <message>
        <source>{n} failed</source>
        <translation>失败 {n}</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>Length by route</source>
        <translation>各路由的长度</translation>
    </message>
    <message>
        <source>%n question to the model</source>
        <translation>问模型 %n 次</translation>
    </message>
    <message>
        <source>%n questions to the model</source>
        <translation>问模型 %n 次</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>No file is chosen</source>
        <translation>没有选文件</translation>
    </message>
    <message>
        <source>Asking about everything takes %n question</source>
        <translation>全部问模型要 %n 次</translation>
    </message>
    <message>
        <source>Asking about everything takes %n questions</source>
        <translation>全部问模型要 %n 次</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>马上</translation>
    </message>
    <message>
        <source>Asking about everything takes {time}</source>
        <translation>全部问模型要{time}</translation>
    </message>
    <message>
        <source>{share} % saved</source>
        <translation>省 {share} %</translation>
    </message>
    <message>
        <source>trial</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>waits for its turn</source>
        <translation>排着队</translation>
    </message>
    <message>
        <source>{n} s</source>
        <translation>{n} 秒</translation>
    </message>
    <message>
        <source>no objection</source>
        <translation>无异议</translation>
    </message>
    <message>
        <source>%n finding</source>
        <translation>发现 %n 处</translation>
    </message>
    <message>
        <source>%n findings</source>
        <translation>发现 %n 处</translation>
    </message>
    <message>
        <source>%n term</source>
        <translation>%n 项</translation>
    </message>
    <message>
        <source>%n terms</source>
        <translation>%n 项</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Clause</source>
        <translation>条款</translation>
    </message>
    <message>
        <source>Why in this order</source>
        <translation>为什么排在这里</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>已等</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>最近情况</translation>
    </message>
    <message>
        <source>asked again in {n} s</source>
        <translation>{n} 秒后再问</translation>
    </message>
    <message>
        <source>asking…</source>
        <translation>正在问…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Show by state</source>
        <translation>按状态显示</translation>
    </message>
    <message>
        <source>Retry failed</source>
        <translation>重试失败项</translation>
    </message>
    <message>
        <source>Nothing has been asked yet</source>
        <translation>还没有问过模型</translation>
    </message>
    <message>
        <source>Choose at the left what to do and press Start. Every question shows here with its state, and each answer goes to Results.</source>
        <translation>在左边选要做什么，按开始。每一次提问和状态都列在这里，回答放进「结果」。</translation>
    </message>
    <message>
        <source>Nothing is lost when the program is closed</source>
        <translation>关掉程序也不丢，下次接着做</translation>
    </message>
    <message>
        <source>{name}: running</source>
        <translation>{name}进行中</translation>
    </message>
    <message>
        <source>{name}: paused</source>
        <translation>{name}已暂停</translation>
    </message>
    <message>
        <source>{name}: finished</source>
        <translation>{name}已结束</translation>
    </message>
    <message>
        <source>Nothing has failed</source>
        <translation>没有失败的</translation>
    </message>
    <message>
        <source>The files are being read; then you can go on.</source>
        <translation>正在读文件，读完就能继续。</translation>
    </message>
    <message>
        <source>Answers so far are kept; only what is open is asked.</source>
        <translation>已有的回答都在，只问还没答的。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>The program was closed before %n question was answered</source>
        <translation>上次关掉程序时还有 %n 项没问完</translation>
    </message>
    <message>
        <source>The program was closed before %n questions were answered</source>
        <translation>上次关掉程序时还有 %n 项没问完</translation>
    </message>
    <message>
        <source>The model does not answer</source>
        <translation>模型没有回应</translation>
    </message>
    <message>
        <source>The queue waits and tries again by itself. Look whether the model's program is running.</source>
        <translation>队列先等着，会自动再试。看看模型程序有没有开着。</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>现在就试</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>还需{time}</translation>
    </message>
</context>
<context>
    <name>Times</name>
    <message>
        <source>about {n} h</source>
        <translation>约 {n} 小时</translation>
    </message>
    <message>
        <source>about {n} s</source>
        <translation>约 {n} 秒</translation>
    </message>
    <message>
        <source>about {n} min</source>
        <translation>约 {n} 分钟</translation>
    </message>
</context>
</TS>
