<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Models</name>
    <message>
        <source>No model is chosen; what the rules found is under Results</source>
        <translation>没有选模型；规则找到的在「结果」里</translation>
    </message>
    <message>
        <source>The built-in model is not installed; choose another one</source>
        <translation>没有安装内置的模型；换一个</translation>
    </message>
    <message>
        <source>The model is being tried</source>
        <translation>正在试问这个模型</translation>
    </message>
    <message>
        <source>The chosen model does not answer</source>
        <translation>选中的模型没有回答</translation>
    </message>
    <message>
        <source>Choose a model file…</source>
        <translation>选一个模型文件…</translation>
    </message>
    <message>
        <source>A .gguf file, such as one copied from a colleague</source>
        <translation>从同事那里拷来的 .gguf 文件也行</translation>
    </message>
    <message>
        <source>A model at an address</source>
        <translation>写地址连一个模型</translation>
    </message>
    <message>
        <source>On another port, or on another machine in the building</source>
        <translation>在别的端口，或楼里别的电脑上</translation>
    </message>
    <message>
        <source>Built-in trial model</source>
        <translation>内置的试用模型</translation>
    </message>
    <message>
        <source>Only for trying the steps; its answers are worth nothing</source>
        <translation>只用来走通流程，回答没有参考价值</translation>
    </message>
    <message>
        <source>No model for now</source>
        <translation>先不用模型</translation>
    </message>
    <message>
        <source>Rules extract, check and mask as always</source>
        <translation>规则照常提取、检查和脱敏</translation>
    </message>
    <message>
        <source>Address of the model</source>
        <translation>模型的地址</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>I trust this host; only masked text goes there</source>
        <translation>信任这台主机，只发脱敏后的文字</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>再找一次</translation>
    </message>
    <message>
        <source>Chosen last time</source>
        <translation>上次选的</translation>
    </message>
    <message>
        <source>{n} more models</source>
        <translation>还有 {n} 个模型</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>没有安装</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>正在试问…</translation>
    </message>
    <message>
        <source>Does not work</source>
        <translation>不能用</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Looking for models on this computer…</source>
        <translation>正在这台电脑上找模型…</translation>
    </message>
    <message>
        <source>{program}: not running</source>
        <translation>{program}：没有运行</translation>
    </message>
    <message>
        <source>{program}: no model in it</source>
        <translation>{program}：里面没有模型</translation>
    </message>
    <message>
        <source>Left out, since they work elsewhere: {n}</source>
        <translation>在别处运行，没有列入：{n} 个</translation>
    </message>
    <message>
        <source>Write the address of the model first</source>
        <translation>先写模型的地址</translation>
    </message>
    <message>
        <source>Check the address of the model first</source>
        <translation>先检查模型的地址</translation>
    </message>
    <message>
        <source>Tick that you trust this host first</source>
        <translation>先勾选信任这台主机</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>选模型文件</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>模型文件 (*.gguf)</translation>
    </message>
    <message>
        <source>Works · {window}</source>
        <translation>可用 · {window}</translation>
    </message>
    <message>
        <source>Asking which models are there…</source>
        <translation>正在问有哪些模型…</translation>
    </message>
</context>
<context>
    <name>Empty</name>
    <message>
        <source>Rules only</source>
        <translation>只用规则</translation>
    </message>
</context>
</TS>
