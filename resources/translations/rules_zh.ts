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
        <source>This rule has no samples</source>
        <translation>这条规则没有样例</translation>
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
    <message>
        <source>The pack as YAML</source>
        <translation>规则包的 YAML</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Earlier versions</source>
        <translation>历史版本</translation>
    </message>
    <message>
        <source>keyword</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>新规则</translation>
    </message>
    <message>
        <source>Import rule pack</source>
        <translation>导入规则包</translation>
    </message>
    <message>
        <source>Rule packs (*.yaml *.yml)</source>
        <translation>规则包 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Export rule pack</source>
        <translation>导出规则包</translation>
    </message>
    <message>
        <source>Select a text on the page, then choose “Sample from selection” by a right click.</source>
        <translation>在页面上选中一段文字，点右键，选「选中文字作样例」。</translation>
    </message>
    <message>
        <source>My rules</source>
        <translation>我的规则</translation>
    </message>
    <message>
        <source>Can be published</source>
        <translation>可以发布</translation>
    </message>
    <message>
        <source>Nothing has been changed</source>
        <translation>没有改动</translation>
    </message>
    <message>
        <source>being checked…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Cannot be published yet: {reasons}</source>
        <translation>还不能发布：{reasons}</translation>
    </message>
    <message>
        <source>Published: version {version}</source>
        <translation>已发布，版本 {version}</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>{title} (copy)</source>
        <translation>{title}（副本）</translation>
    </message>
    <message>
        <source>Written: {path}</source>
        <translation>已写入 {path}</translation>
    </message>
    <message>
        <source>masks lost {n}</source>
        <translation>脱敏丢失 {n}</translation>
    </message>
    <message>
        <source>samples not as they should be {n}</source>
        <translation>样例不符 {n}</translation>
    </message>
    <message>
        <source>slips in the text {n}</source>
        <translation>写法有误 {n}</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Publish…</source>
        <translation>发布…</translation>
    </message>
    <message>
        <source>Samples and versions</source>
        <translation>样例和版本</translation>
    </message>
    <message>
        <source>From page</source>
        <translation>从页面选取</translation>
    </message>
    <message>
        <source>in step</source>
        <translation>与左侧同步</translation>
    </message>
    <message>
        <source>not in step</source>
        <translation>写法有误，左侧未更新</translation>
    </message>
    <message>
        <source>This cannot be done here; change it in the YAML beside.</source>
        <translation>这里改不了。在右边的 YAML 里改。</translation>
    </message>
    <message>
        <source>{pack} · edited</source>
        <translation>{pack} · 有改动</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Write a sentence and see whether it hits</source>
        <translation>写一句话，看它命不命中</translation>
    </message>
    <message>
        <source>Try a sentence</source>
        <translation>试一句话</translation>
    </message>
    <message>
        <source>Write a sentence first</source>
        <translation>先写一句话</translation>
    </message>
    <message>
        <source>hits</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>does not hit</source>
        <translation>没有命中</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Short name</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>次序</translation>
    </message>
    <message>
        <source>Rules with smaller figures speak first.</source>
        <translation>数字小的先看。</translation>
    </message>
    <message>
        <source>Looks at</source>
        <translation>看哪里</translation>
    </message>
    <message>
        <source>each chunk</source>
        <translation>每个分片</translation>
    </message>
    <message>
        <source>the whole document</source>
        <translation>整份文件</translation>
    </message>
    <message>
        <source>what is asked</source>
        <translation>提的问题</translation>
    </message>
    <message>
        <source>This rule is on</source>
        <translation>启用这条规则</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>YAML or form</source>
        <translation>YAML 或表单</translation>
    </message>
    <message>
        <source>Line {n}: {problem}</source>
        <translation>第 {n} 行　{problem}</translation>
    </message>
    <message>
        <source>The rules as they were before go on working until this is mended.</source>
        <translation>改好之前，仍按原来的规则处理。</translation>
    </message>
    <message>
        <source>Put in quotes</source>
        <translation>加上引号</translation>
    </message>
    <message>
        <source>Show line</source>
        <translation>到这一行</translation>
    </message>
    <message>
        <source>%n more error.</source>
        <translation>还有 %n 处。</translation>
    </message>
    <message>
        <source>%n more errors.</source>
        <translation>还有 %n 处。</translation>
    </message>
    <message>
        <source>ships with DocPrep</source>
        <translation>程序自带</translation>
    </message>
    <message>
        <source>as it is now</source>
        <translation>就是现在的</translation>
    </message>
    <message>
        <source>Go back to this</source>
        <translation>回到这一版</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Add an action</source>
        <translation>加动作</translation>
    </message>
    <message>
        <source>Add a condition</source>
        <translation>加条件</translation>
    </message>
    <message>
        <source>Add a group</source>
        <translation>加条件组</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Name of the field</source>
        <translation>字段名</translation>
    </message>
    <message>
        <source>What the model should look at</source>
        <translation>要模型看什么</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>条件组</translation>
    </message>
    <message>
        <source>Add a word</source>
        <translation>加一个词</translation>
    </message>
    <message>
        <source>Kind of value</source>
        <translation>哪种内容</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>样式</translation>
    </message>
    <message>
        <source>Group of conditions</source>
        <translation>条件组</translation>
    </message>
    <message>
        <source>Mask another kind</source>
        <translation>再遮一种</translation>
    </message>
    <message>
        <source>Route</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Add a reason</source>
        <translation>加原因</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>有改动</translation>
    </message>
    <message>
        <source>Switch a rule on or off or change it: what that does to the open documents shows here at once.</source>
        <translation>开关或改动一条规则，对打开的文档有什么影响，这里马上显示。</translation>
    </message>
    <message>
        <source>I have seen the lost mask and want it so</source>
        <translation>丢失的 1 处脱敏已看过，仍要发布</translation>
    </message>
    <message>
        <source>I have seen the %n lost masks and want it so</source>
        <translation>丢失的 %n 处脱敏已看过，仍要发布</translation>
    </message>
    <message>
        <source>Compared with what is published</source>
        <translation>和已发布的版本相比</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>新规则</translation>
    </message>
    <message>
        <source>Copy rule</source>
        <translation>复制规则</translation>
    </message>
    <message>
        <source>Remove rule</source>
        <translation>删除规则</translation>
    </message>
    <message>
        <source>Move rule up</source>
        <translation>上移规则</translation>
    </message>
    <message>
        <source>Move rule down</source>
        <translation>下移规则</translation>
    </message>
    <message>
        <source>Rule from selection</source>
        <translation>选中文字写成规则</translation>
    </message>
    <message>
        <source>Sample from selection</source>
        <translation>选中文字作样例</translation>
    </message>
    <message>
        <source>Publish…</source>
        <translation>发布…</translation>
    </message>
    <message>
        <source>Drop what is not published</source>
        <translation>放弃未发布的改动</translation>
    </message>
    <message>
        <source>Earlier versions</source>
        <translation>历史版本</translation>
    </message>
    <message>
        <source>New rule pack</source>
        <translation>新建规则包</translation>
    </message>
    <message>
        <source>Import rule pack…</source>
        <translation>导入规则包…</translation>
    </message>
    <message>
        <source>Export rule pack…</source>
        <translation>导出规则包…</translation>
    </message>
</context>
</TS>
