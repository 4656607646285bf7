<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Rules</name>
    <message>
        <source>Questions to the model</source>
        <translation>次问模型</translation>
    </message>
    <message>
        <source>Live effect</source>
        <translation>实时效果</translation>
    </message>
    <message>
        <source>Undo all</source>
        <translation>全部撤销</translation>
    </message>
    <message>
        <source>No change yet</source>
        <translation>还没有变化</translation>
    </message>
    <message>
        <source>Switch a rule on or off, and what it changes in the open documents shows here at once.</source>
        <translation>开关一条规则，对打开的文档有什么影响，这里马上显示。</translation>
    </message>
    <message>
        <source>Against the state when you came here</source>
        <translation>和刚进来时相比</translation>
    </message>
    <message>
        <source>Masks lost</source>
        <translation>处脱敏丢失</translation>
    </message>
    <message>
        <source>The model would see these values.</source>
        <translation>模型会看到这些内容。</translation>
    </message>
    <message>
        <source>Masked</source>
        <translation>处新脱敏</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>处命中</translation>
    </message>
    <message>
        <source>Routes changed</source>
        <translation>处路由变化</translation>
    </message>
    <message>
        <source>%n rule switched since you came here</source>
        <translation>进来后开关了 %n 条规则</translation>
    </message>
    <message>
        <source>%n rules switched since you came here</source>
        <translation>进来后开关了 %n 条规则</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>about {n} min</source>
        <translation>约 {n} 分钟</translation>
    </message>
    <message>
        <source>about {n} s</source>
        <translation>约 {n} 秒</translation>
    </message>
    <message>
        <source>{time} longer</source>
        <translation>多花{time}</translation>
    </message>
    <message>
        <source>{time} saved</source>
        <translation>省{time}</translation>
    </message>
    <message>
        <source>%n more place</source>
        <translation>另有 %n 处</translation>
    </message>
    <message>
        <source>%n more places</source>
        <translation>另有 %n 处</translation>
    </message>
    <message>
        <source>{on} of {all} on</source>
        <translation>开着 {on} / {all} 条</translation>
    </message>
    <message>
        <source>%n hit</source>
        <translation>命中 %n 处</translation>
    </message>
    <message>
        <source>%n hits</source>
        <translation>命中 %n 处</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Filter rules</source>
        <translation>筛选规则</translation>
    </message>
    <message>
        <source>The rule as a sentence</source>
        <translation>规则的意思</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样例</translation>
    </message>
    <message>
        <source>Outside the text</source>
        <translation>正文以外</translation>
    </message>
    <message>
        <source>No rule found</source>
        <translation>没有找到规则</translation>
    </message>
    <message>
        <source>No rule has these words in its name or reason.</source>
        <translation>名称和理由里都没有这些字。</translation>
    </message>
    <message>
        <source>Show all rules</source>
        <translation>显示全部规则</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>正在试…</translation>
    </message>
    <message>
        <source>This rule has no samples</source>
        <translation>这条规则没有样例</translation>
    </message>
    <message>
        <source>This rule is switched off in its file</source>
        <translation>这条规则在规则文件里就是关着的</translation>
    </message>
    <message>
        <source>%n rule is off</source>
        <translation>%n 条规则关着</translation>
    </message>
    <message>
        <source>%n rules are off</source>
        <translation>%n 条规则关着</translation>
    </message>
    <message>
        <source>{pack} · version {version}</source>
        <translation>{pack} · 版本 {version}</translation>
    </message>
    <message>
        <source>all as they should be</source>
        <translation>全部相符</translation>
    </message>
    <message>
        <source>looking at %n file…</source>
        <translation>正在看 %n 个文件…</translation>
    </message>
    <message>
        <source>looking at %n files…</source>
        <translation>正在看 %n 个文件…</translation>
    </message>
    <message>
        <source>%n chunk</source>
        <translation>%n 个分片</translation>
    </message>
    <message>
        <source>%n chunks</source>
        <translation>%n 个分片</translation>
    </message>
    <message>
        <source>Chunk {n}</source>
        <translation>分片 {n}</translation>
    </message>
    <message>
        <source>%n is not as it should be</source>
        <translation>%n 个不符</translation>
    </message>
    <message>
        <source>%n are not as they should be</source>
        <translation>%n 个不符</translation>
    </message>
    <message>
        <source>hit</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>no hit</source>
        <translation>没有命中</translation>
    </message>
    <message>
        <source>Must hit</source>
        <translation>应当命中</translation>
    </message>
    <message>
        <source>Must not hit</source>
        <translation>不应命中</translation>
    </message>
    <message>
        <source>extracted {value}</source>
        <translation>提取到 {value}</translation>
    </message>
    <message>
        <source>should hit, but does not</source>
        <translation>没有命中</translation>
    </message>
    <message>
        <source>should not hit, but does</source>
        <translation>命中了</translation>
    </message>
    <message>
        <source>{what}: {seen}, should be {wanted}</source>
        <translation>{what}：{seen}，应为 {wanted}</translation>
    </message>
</context>
</TS>
