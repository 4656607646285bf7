<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Commands</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Try the sample contract</source>
        <translation>用示例合同试一试</translation>
    </message>
    <message>
        <source>Close document</source>
        <translation>关闭文档</translation>
    </message>
    <message>
        <source>Close all documents</source>
        <translation>全部关闭</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Paste files</source>
        <translation>粘贴文件</translation>
    </message>
    <message>
        <source>Find on page</source>
        <translation>在页面上查找</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Search commands and files</source>
        <translation>搜索命令和文件</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>下一栏</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>上一栏</translation>
    </message>
    <message>
        <source>Show chunks</source>
        <translation>显示分片</translation>
    </message>
    <message>
        <source>Show hits</source>
        <translation>显示命中</translation>
    </message>
    <message>
        <source>Show masks</source>
        <translation>显示脱敏</translation>
    </message>
    <message>
        <source>Show inspector</source>
        <translation>显示右侧栏</translation>
    </message>
    <message>
        <source>Larger text on page</source>
        <translation>放大页面</translation>
    </message>
    <message>
        <source>Smaller text on page</source>
        <translation>缩小页面</translation>
    </message>
    <message>
        <source>Page at 100 %</source>
        <translation>页面 100 %</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Next chunk</source>
        <translation>下一片</translation>
    </message>
    <message>
        <source>Previous chunk</source>
        <translation>上一片</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一处命中</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一处命中</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部收起</translation>
    </message>
    <message>
        <source>Switch rule on or off</source>
        <translation>开关规则</translation>
    </message>
    <message>
        <source>Filter rules</source>
        <translation>筛选规则</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
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
        <source>Retry failed</source>
        <translation>重试失败项</translation>
    </message>
    <message>
        <source>About DocPrep</source>
        <translation>关于 DocPrep</translation>
    </message>
    <message>
        <source>In two minutes</source>
        <translation>两分钟说明</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>Chunks</source>
        <translation>分片</translation>
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
        <source>The other documents can be used in the meantime.</source>
        <translation>其他文档可以先看。</translation>
    </message>
    <message>
        <source>No document selected</source>
        <translation>还没有选文档</translation>
    </message>
    <message>
        <source>Choose one in the tree.</source>
        <translation>在左边选一份。</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>正在读取 {name}…</translation>
    </message>
    <message>
        <source>%n page</source>
        <translation>共 %n 页</translation>
    </message>
    <message>
        <source>%n pages</source>
        <translation>共 %n 页</translation>
    </message>
    <message>
        <source>chunk {n} of {total}</source>
        <translation>分片 {n} / {total}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>输入密码…</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待读取</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>recognising text, {n} of {all}…</source>
        <translation>识别文字，{n} / {all}…</translation>
    </message>
    <message>
        <source>masked · {name}</source>
        <translation>已脱敏 · {name}</translation>
    </message>
    <message>
        <source>Filter files, clauses, hits</source>
        <translation>筛选文件、条款、命中</translation>
    </message>
    <message>
        <source>Open documents</source>
        <translation>打开的文档</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>No file, clause or hit has these words.</source>
        <translation>文件、条款和命中里都没有这些字。</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>首部</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>%n file</source>
        <translation>%n 个文件</translation>
    </message>
    <message>
        <source>%n files</source>
        <translation>%n 个文件</translation>
    </message>
    <message>
        <source>%n folder</source>
        <translation>%n 个文件夹</translation>
    </message>
    <message>
        <source>%n folders</source>
        <translation>%n 个文件夹</translation>
    </message>
    <message>
        <source>Release to read {what}</source>
        <translation>松开，读取 {what}</translation>
    </message>
    <message>
        <source>{files} and {folders}</source>
        <translation>{files}和 {folders}</translation>
    </message>
</context>
<context>
    <name>Empty</name>
    <message>
        <source>Word, Excel, PowerPoint, PDF, text and scans; as many as you like at once</source>
        <translation>Word、Excel、PPT、PDF、文本、扫描件，可以一次放很多份</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Try the sample contract</source>
        <translation>用示例合同试一试</translation>
    </message>
    <message>
        <source>Ctrl+O opens, Ctrl+V pastes</source>
        <translation>Ctrl+O 打开，Ctrl+V 粘贴</translation>
    </message>
    <message>
        <source>Which model</source>
        <translation>用哪个模型</translation>
    </message>
    <message>
        <source>What you will see next</source>
        <translation>接下来会看到</translation>
    </message>
    <message>
        <source>Drag files or folders here</source>
        <translation>把文件或文件夹拖到这里</translation>
    </message>
    <message>
        <source>Start with a contract</source>
        <translation>先放一份合同进来</translation>
    </message>
    <message>
        <source>DocPrep reads with rules first and hands only the doubtful clauses to the model on this computer. No file leaves this computer.</source>
        <translation>DocPrep 先用规则看一遍，只把拿不准的条款交给这台电脑上的模型。文件不会离开这台电脑。</translation>
    </message>
    <message>
        <source>How the contract is cut, and where rules hit</source>
        <translation>合同怎么分片，哪里命中规则</translation>
    </message>
    <message>
        <source>ID numbers and accounts masked first</source>
        <translation>身份证号、账号先脱敏</translation>
    </message>
    <message>
        <source>How often the model is asked, and how long it takes, before you start</source>
        <translation>要问模型几次、要多久，先看再开始</translation>
    </message>
    <message>
        <source>Every finding one click from its place</source>
        <translation>每条结论都能点回原文</translation>
    </message>
    <message>
        <source>Without a model the rules still extract, check and mask.</source>
        <translation>没有模型也行：规则照常提取、检查和脱敏。</translation>
    </message>
    <message>
        <source>Not installed</source>
        <translation>没有安装</translation>
    </message>
    <message>
        <source>Ready, for trying only</source>
        <translation>可用，仅供试用</translation>
    </message>
    <message>
        <source>Chosen: {name}</source>
        <translation>已选 {name}</translation>
    </message>
    <message>
        <source>In two minutes</source>
        <translation>两分钟说明</translation>
    </message>
</context>
<context>
    <name>Find</name>
    <message>
        <source>Find on page</source>
        <translation>在页面上查找</translation>
    </message>
    <message>
        <source>Previous place</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>{n} / {total}</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Show %n more field</source>
        <translation>再显示 %n 个字段</translation>
    </message>
    <message>
        <source>Show %n more fields</source>
        <translation>再显示 %n 个字段</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>About this chunk</source>
        <translation>关于这一片</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>为什么</translation>
    </message>
    <message>
        <source>What the model sees</source>
        <translation>模型看到的内容</translation>
    </message>
    <message>
        <source>No chunk selected</source>
        <translation>还没有选分片</translation>
    </message>
    <message>
        <source>Choose a chunk in the tree or on the page to see why it goes where it goes.</source>
        <translation>在左边或页面上选一片，看它为什么这样处理。</translation>
    </message>
    <message>
        <source>Rules and conditions</source>
        <translation>规则和条件</translation>
    </message>
    <message>
        <source>The model is not asked about this chunk. It would see this:</source>
        <translation>这一片不问模型。如果问，模型会看到：</translation>
    </message>
    <message>
        <source>Only a model on this computer may see this chunk.</source>
        <translation>这一片只给这台电脑上的模型看。</translation>
    </message>
    <message>
        <source>Nothing in this chunk needs masking.</source>
        <translation>这一片没有要脱敏的内容。</translation>
    </message>
    <message>
        <source>%n place is masked; the answer is unmasked when it comes back.</source>
        <translation>这一片脱敏 %n 处，回答返回后自动还原。</translation>
    </message>
    <message>
        <source>%n places are masked; the answer is unmasked when it comes back.</source>
        <translation>这一片脱敏 %n 处，回答返回后自动还原。</translation>
    </message>
    <message>
        <source>Copied as the model sees it</source>
        <translation>已复制，和模型看到的一样</translation>
    </message>
    <message>
        <source>No fields</source>
        <translation>没有字段</translation>
    </message>
    <message>
        <source>No rule extracts anything from this chunk.</source>
        <translation>没有规则从这一片提取内容。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Chunk {n} / {total}</source>
        <translation>分片 {n} / {total}</translation>
    </message>
    <message>
        <source>Title path</source>
        <translation>标题路径</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} 词元</translation>
    </message>
    <message>
        <source>None; this chunk stands by itself.</source>
        <translation>无。这一片不带上文。</translation>
    </message>
    <message>
        <source>{route}: a rule would settle it, but covers only {share} % of the text, so the model is asked.</source>
        <translation>{route}：有规则想直接处理，但只看到 {share} % 的内容，所以还是要问模型。</translation>
    </message>
    <message>
        <source>settles the route</source>
        <translation>决定路由</translation>
    </message>
    <message>
        <source>{route}, by the rule “{title}”.</source>
        <translation>{route}：按「{title}」处理。</translation>
    </message>
    <message>
        <source>The other {n} rules did not hit: show them</source>
        <translation>其余 {n} 条规则均未命中，展开查看</translation>
    </message>
    <message>
        <source>None of {n} rules hit: show them</source>
        <translation>{n} 条规则均未命中，展开查看</translation>
    </message>
    <message>
        <source>%n place</source>
        <translation>%n 处</translation>
    </message>
    <message>
        <source>%n places</source>
        <translation>%n 处</translation>
    </message>
    <message>
        <source>{route}: no rule settles the route of this chunk.</source>
        <translation>{route}：没有规则决定这一片的路由。</translation>
    </message>
    <message>
        <source>{route}: {reason}, by the rule “{title}”.</source>
        <translation>{route}：{reason}，按「{title}」处理。</translation>
    </message>
    <message>
        <source>no hit</source>
        <translation>未命中</translation>
    </message>
    <message>
        <source>wanted {route}</source>
        <translation>想要{route}，已先定</translation>
    </message>
    <message>
        <source>always runs</source>
        <translation>总是执行</translation>
    </message>
    <message>
        <source>adds information</source>
        <translation>只补充信息</translation>
    </message>
    <message>
        <source>Hide rules that did not hit</source>
        <translation>收起未命中的规则</translation>
    </message>
    <message>
        <source>About this file</source>
        <translation>这份文件</translation>
    </message>
    <message>
        <source>Chunks by route</source>
        <translation>分片去向</translation>
    </message>
    <message>
        <source>Noticed while reading</source>
        <translation>读取时注意到</translation>
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
        <source>No rule extracts anything from this file.</source>
        <translation>没有规则从这份文件里提取内容。</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Beside the text: headers, footers, comments, hidden parts</source>
        <translation>正文之外：页眉、页脚、批注、隐藏内容</translation>
    </message>
    <message>
        <source>Chunk {a}: {na}  ·  Chunk {b}: {nb}</source>
        <translation>分片 {a}：{na}  ·  分片 {b}：{nb}</translation>
    </message>
    <message>
        <source>Chunk {n} of {total}</source>
        <translation>分片 {n} / {total}</translation>
    </message>
    <message>
        <source>Page of {name}</source>
        <translation>{name} 的页面</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search commands and files</source>
        <translation>搜索命令和文件</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>找到的</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>No file open yet</source>
        <translation>还没有打开文件</translation>
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
        <source>%n chunk</source>
        <translation>%n 个分片</translation>
    </message>
    <message>
        <source>%n chunks</source>
        <translation>%n 个分片</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Built-in trial model</source>
        <translation>内置的试用模型</translation>
    </message>
    <message>
        <source>{n} characters are in no chunk</source>
        <translation>有 {n} 个字不在任何分片里</translation>
    </message>
    <message>
        <source>{n} set aside</source>
        <translation>搁置 {n} 个</translation>
    </message>
    <message>
        <source>reading {n}…</source>
        <translation>还在读 {n} 个…</translation>
    </message>
    <message>
        <source>recognising text, {n} to go…</source>
        <translation>正在识别文字，还有 {n} 张…</translation>
    </message>
    <message>
        <source>Rules: {titles}</source>
        <translation>规则：{titles}</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>模型 · {name}</translation>
    </message>
    <message>
        <source>No model, rules only</source>
        <translation>没有模型，只用规则</translation>
    </message>
    <message>
        <source>Model on this computer · {name}</source>
        <translation>本机模型 · {name}</translation>
    </message>
    <message>
        <source>Every character accounted for: {cores} / {body}</source>
        <translation>一字不漏：{cores} / {body} 字</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Something went wrong inside DocPrep: see {file}</source>
        <translation>程序内部出了问题，详情见 {file}</translation>
    </message>
    <message>
        <source>Search commands or files</source>
        <translation>搜索命令或文件</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>DocPrep {version}. Reads, cuts and sorts documents for a language model on this computer.</source>
        <translation>DocPrep {version}。为这台电脑上的语言模型读取、切分和整理文档。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Rules suffice</source>
        <translation>规则处理</translation>
    </message>
    <message>
        <source>Model needed</source>
        <translation>需模型</translation>
    </message>
    <message>
        <source>Stays local</source>
        <translation>仅本机</translation>
    </message>
    <message>
        <source>Needs OCR</source>
        <translation>需识别</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
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
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>{name}: {value}</source>
        <translation>{name}：{value}</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Waiting to retry</source>
        <translation>等待重试</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>已搁置</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>起止日期</translation>
    </message>
    <message>
        <source>Percentage</source>
        <translation>百分比</translation>
    </message>
    <message>
        <source>ID number</source>
        <translation>身份证号</translation>
    </message>
    <message>
        <source>Bank account</source>
        <translation>银行账号</translation>
    </message>
    <message>
        <source>Mobile number</source>
        <translation>手机号</translation>
    </message>
    <message>
        <source>Phone number</source>
        <translation>固定电话</translation>
    </message>
    <message>
        <source>E-mail address</source>
        <translation>电子邮箱</translation>
    </message>
    <message>
        <source>Company code</source>
        <translation>统一社会信用代码</translation>
    </message>
    <message>
        <source>Passport number</source>
        <translation>护照号</translation>
    </message>
    <message>
        <source>Number plate</source>
        <translation>车牌号</translation>
    </message>
    <message>
        <source>Contract number</source>
        <translation>合同编号</translation>
    </message>
    <message>
        <source>Party</source>
        <translation>当事人</translation>
    </message>
    <message>
        <source>Page {n}</source>
        <translation>第 {n} 页</translation>
    </message>
    <message>
        <source>Slide {n}</source>
        <translation>第 {n} 张</translation>
    </message>
    <message>
        <source>{sheet}, row {n}</source>
        <translation>{sheet} 第 {n} 行</translation>
    </message>
    <message>
        <source>Paragraph {n}</source>
        <translation>第 {n} 段</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Help</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
</TS>
