// Every sentence that a command tells a person, as its code writes it in English, and the same in Chinese. `{}` stands for
// what is put in as it is, `{*}` for a sentence of this table; in Chinese `{2}` is the second, where the order is another.

export const chinese: Readonly<Record<string, string>> = {
  // The form of a file.
  'the file is not UTF-8: save it in that encoding; where an editor used GBK, "iconv -f GB18030 -t UTF-8 OLD.md > NEW.md" converts it':
    '文件不是 UTF-8 编码：请用编辑器另存为 UTF-8；如果原来是 GBK，可以用 iconv -f GB18030 -t UTF-8 OLD.md > NEW.md 转换',
  'this cannot be read ({}): see whether it is there, and whether you may read it':
    '这个文件无法读取（{}）：请检查它是否存在、是否有读取权限',
  '{} holds files that no build made, and a build needs that name for a moment: give it another':
    '{} 里有不是构建生成的文件，而构建时要暂时用到这个名字：请把它改成别的名字',
  'this is a link to a folder that it stands in: remove it': '这是一个指向它所在文件夹的链接：请删掉它',
  'this is a link that leads nowhere: remove it': '这是一个失效的链接：请删掉它',
  'this links to {}, which lies outside or is hidden: put the file itself here, or allow its folder with --follow DIR':
    '这是指向 {} 的链接，而它在外面，或者是隐藏的：请把文件本身放在这里，或用 --follow DIR 允许那个文件夹',
  '{} is no file: remove it': '{} 不是文件：请删掉它',
  'this is no file but a device, a pipe or a socket: remove it': '这不是文件，而是设备、管道或套接字：请删掉它',
  'this is left out: of names that begin with a dot only those are published that hosts read (.well-known/, .htaccess, .domains, .assetsignore, .surgeignore); call it otherwise to publish it':
    '这个文件不会发布：以点开头的名字里，只发布主机会读取的那些（.well-known/、.htaccess、.domains、.assetsignore、.surgeignore）；要发布它，请换一个名字',
  '--follow must be a folder that is there, not "{}"': '--follow 必须是一个存在的文件夹，而不是“{}”',
  'this is not read: the name of an article ends in ".md"': '这个文件不会被读取：文章的文件名要以 .md 结尾',
  'the file name "{}" must not hold an underscore: join words with "-"':
    '文件名“{}”不能含下划线：单词之间请用连字符 - 连接',
  'the file name "{}" must be lowercase': '文件名“{}”必须全部小写',
  'the file name "{}" must be words of letters and digits, joined by single hyphens':
    '文件名“{}”只能由字母和数字组成的单词构成，单词之间用一个连字符连接',
  'the file name "{}" must not end in a purely numeric word: say what the article is about':
    '文件名“{}”不能以纯数字结尾：请用文件名说明文章写的是什么',
  'the file name "{}" must be ASCII: rename it, for example to "{}"':
    '文件名“{}”只能用 ASCII 字符：请改名，例如改成 {}',
  'the file name "{}" begins with no known prefix: use one of {}, or add yours to prefixes in _site.yml':
    '文件名“{}”没有以已登记的前缀开头：请从 {} 中选一个，或在 _site.yml 的 prefixes 里登记新的前缀',

  // Front matter.
  'the file begins with two byte order marks, which no editor shows: save it as UTF-8 without any':
    '文件开头有两个编辑器里看不见的字节顺序标记（BOM）：请另存为不带 BOM 的 UTF-8',
  'the front matter is never closed: a line "---", YAML, and a line "---"':
    'front matter 没有结束：应依次是一行 ---、YAML 内容和另一行 ---',
  'TOML front matter (+++) is not read: write a line "---", YAML, and a line "---"; "hugo convert toYAML" converts a whole blog':
    '不支持 TOML 格式的 front matter（+++）：请改成一行 ---、YAML 内容和另一行 ---；hugo convert toYAML 可以转换整个博客',
  'JSON front matter is not read: write a line "---", YAML, and a line "---"':
    '不支持 JSON 格式的 front matter：请改成一行 ---、YAML 内容和另一行 ---',
  'the front matter has no opening line: put a line "---" above it':
    'front matter 缺少开头的一行：请在它上面加一行 ---',
  'the file must open with front matter: a line "---", YAML, and a line "---"':
    '文件必须以 front matter 开头：一行 ---、YAML 内容和另一行 ---',
  'the front matter must be a YAML mapping: lines of the form "key: value"':
    'front matter 必须由“key: value”这样的行组成（YAML 映射）',
  'a bracket must not close in the first column: put a blank before it': '右括号不能顶格写：请在它前面加一个空格',
  'this key stands twice in the front matter: keep one': '这个键在 front matter 里出现了两次：请只保留一个',
  'an alias (*name) leads nowhere, into itself or to too much: write out what it stands for':
    '别名（*name）找不到所指、指向自身或展开后过大：请直接写出它代表的内容',
  'the front matter is not valid YAML: {*}; put text with special characters in double quotes':
    'front matter 不是有效的 YAML：{}；含特殊字符的文字请放进双引号',
  'the front matter is read as other engines do; a strict build asks for a line "---" at the very top, spaces before keys and lists, no key twice, and brackets that close behind the first column':
    '这里按其他博客引擎的方式读取了 front matter；严格构建要求：第一行就是 ---，键和列表前用空格缩进，键不能重复，右括号不能顶格',
  'TOML front matter is read as Hugo does; a strict build asks for YAML between two lines "---"':
    '这里按 Hugo 的方式读取了 TOML 格式的 front matter；严格构建要求写成两行 --- 之间的 YAML',
  'JSON front matter is read as Hugo and Hexo do; a strict build asks for YAML between two lines "---"':
    '这里按 Hugo 和 Hexo 的方式读取了 JSON 格式的 front matter；严格构建要求写成两行 --- 之间的 YAML',
  'the front matter is read without its opening line, as Hexo does; a strict build asks for a line "---" above it':
    '这里按 Hexo 的方式读取了缺少开头一行的 front matter；严格构建要求在它上面有一行 ---',

  // What YAML's parser says of the mistakes that authors make.
  'Map keys must be unique': '键不能重复',
  'Missing closing "quote': '缺少结束的双引号',
  "Missing closing 'quote": '缺少结束的单引号',
  'Tabs are not allowed as indentation': '缩进不能用制表符，请改用空格',
  'Nested mappings are not allowed in compact mappings': '一行里不能有两个“key: value”，含冒号的文字要放进引号',
  'Implicit keys need to be on a single line': '键必须写在一行之内，也许上一行缺少引号或缩进不对',
  'Implicit map keys need to be followed by map values': '键的后面要有冒号和值',
  'All mapping items must start at the same column': '同一组键必须对齐在同一列',
  'All sequence items must start at the same column': '同一个列表的各项必须对齐在同一列',
  'Sequence item without - indicator': '列表的这一行缺少开头的 -，或缩进不对',
  'A block sequence may not be used as an implicit map key': '列表不能用作键',
  'Flow map must end with a }': '缺少右花括号 }',
  'Flow sequence must end with a ]': '缺少右方括号 ]',
  'Flow sequence in block collection must be sufficiently indented and end with a ]':
    '方括号里的列表必须缩进，并以 ] 结束',
  'Flow map in block collection must be sufficiently indented and end with a }': '花括号里的内容必须缩进，并以 } 结束',
  'Plain value cannot start with reserved character {}': '值不能以 {} 开头，除非放进引号',
  'Plain value cannot start with {}': '值不能以 {} 开头，除非放进引号',
  'Plain value cannot start with a tab character': '值不能以制表符开头',
  'Block collections are not allowed within flow collections': '方括号或花括号里不能再写多行的列表或键值',
  'Comments must be separated from other tokens by white space characters': '# 注释前面要有空格',
  'Invalid escape sequence {}': '双引号里有无效的转义 {}，反斜杠要写成两个',
  'Unexpected scalar at node end': '值的后面有多余的文字，含特殊字符的值要整个放进引号',
  'Unresolved tag: {}': '无法识别的标记 {}',
  'Missing , between {} items': '各项之间缺少逗号',
  'Missing , or : between {} items': '各项之间缺少逗号或冒号',
  'Missing space after : in {}': '冒号后面要有空格',
  'Unexpected , in {}': '这里多了一个逗号',

  // The keys of front matter.
  'title must not hold control characters: write it without them': 'title 不能含控制字符：请去掉',
  'description must not hold control characters: write it without them': 'description 不能含控制字符：请去掉',
  'title must be a non-empty string: title: "..."': 'title 必须是不为空的文字：title: "..."',
  'title must be wrapped in double quotes: title: {}': 'title 必须放在双引号里：title: {}',
  'date is missing: add it as the file name has it, date: {}': '缺少 date：请按文件名里的日期补上 date: {}',
  'date is missing: add the creation time, date: {}': '缺少 date：请补上写作时间 date: {}',
  'date must be {} and a day that exists, not {}': 'date 的格式必须是 {}，而且日期要真实存在，不能是 {}',
  'updated must be {} and a day that exists, not {}': 'updated 的格式必须是 {}，而且日期要真实存在，不能是 {}',
  'updated ({}) must not be before date ({})': 'updated（{}）不能早于 date（{}）',
  'categories must be a list of one name: {}': 'categories 必须是只有一个名称的列表：{}',
  'categories must be a list of two names, [major, minor]: {}': 'categories 必须是两个名称的列表，即 [大类, 小类]：{}',
  'categories must be those of the prefix "{}": {}': 'categories 必须与前缀 {} 的一致：{}',
  'tags must be a list of 2 to 5 strings: tags: ["...", "..."]':
    'tags 必须是 2 至 5 个标签的列表：tags: ["...", "..."]',
  'tags must be distinct: "{}" stands twice': 'tags 不能重复：“{}”出现了两次',
  'tags must be 2 to 5, not {}': 'tags 应有 2 至 5 个，现在是 {} 个',
  'the first tag must go with the prefix "{}": one of {}, not "{}"':
    '第一个标签必须与前缀 {} 对应：请用 {} 之一，而不是 "{}"',
  'description must be a summary of 50 to 150 characters: description: "..."':
    'description 必须是 50 至 150 个字符的摘要：description: "..."',
  'description must be 50 to 150 characters, not {}': 'description 应有 50 至 150 个字符，现在是 {} 个',
  'mathjax must be true or false, not {}': 'mathjax 只能是 true 或 false，不能是 {}',
  'draft must be true or false, not {}': 'draft 只能是 true 或 false，不能是 {}',
  '{} must be true or false, not {}': '{} 只能是 true 或 false，不能是 {}',
  'series must be the name of a series, in quotes': 'series 必须是系列的名称，放在引号里',
  'cover must be the path of an image: cover: /images/...': 'cover 必须是图片的路径：cover: /images/...',
  'cover {} is no address of an image: give the path of a file under the static folder, or an address that begins with https://':
    'cover {} 不是图片的地址：请写静态文件目录里某个文件的路径，或以 https:// 开头的地址',
  'cover {} does not exist: put the image under the static folder or correct the path':
    'cover {} 不存在：请把图片放进静态文件目录，或改正路径',
  'aliases must be a list of old paths that begin with "/", without ".", ".." or a stray "%": aliases: [/old/path/]':
    'aliases 必须是旧路径的列表，每个路径以 / 开头，不含 .、.. 和孤立的 %：aliases: [/old/path/]',

  // Passwords.
  'the key "{}" locks nothing: write password: "..."': '键“{}”不会加密任何内容：请写 password: "..."',
  'password must be a non-empty string, in double quotes when it is a number':
    'password 必须是不为空的文字，数字密码要放在双引号里',
  'password has fewer than 8 characters: anybody can try them all':
    'password 不足 8 个字符：太容易被逐个试出来，请换一个更长的',
  'the password stands in a public text of this site (another article, a title, a static file): choose another':
    '这个密码出现在本站公开的文字里（另一篇文章、某个标题或静态文件）：请换一个密码',
  '{} is only for articles: move the page out of pages/, or remove it':
    '{} 只能用于文章：请把这个页面移出 pages/，或删掉这个键',
  'a file of this locked article is public: only its text is encrypted, and nobody else uses the file':
    '这篇加密文章用到的一个文件是公开的：加密的只有正文，而这个文件没有别的文章使用',
  'a shortcode of another engine locks a part of this text, which would be published in clear: put password: "..." into the front matter and remove the shortcode':
    '这里用其他博客引擎的短代码锁住了部分正文，照此发布会变成明文：请在 front matter 里写 password: "..."，并删掉短代码',
  'the file names a password that is not read: put password: "..." into the front matter, or remove the line':
    '文件里写了密码，但没有被读取：请在 front matter 里写 password: "..."，或删掉那一行',

  // Prompts.
  'prompt_args is only for articles whose file name begins with "prompt-"':
    'prompt_args 只能用于文件名以 prompt- 开头的文章',
  'prompt_args must be a list of objects with name, description, required, example':
    'prompt_args 必须是列表，每一项有 name、description、required、example',
  'prompt_args item {}: {*}': 'prompt_args 第 {} 项：{}',
  'must be an object: - name: ...': '必须写成 - name: ... 的形式',
  'name must be a non-empty string without braces': 'name 必须是不为空、不含花括号的文字',
  'description must be a string': 'description 必须是文字',
  'required must be true or false': 'required 只能是 true 或 false',
  'example must be a string: put it in double quotes': 'example 必须是文字：请放进双引号',
  'unknown key "{}": use name, description, required, example':
    '未知的键“{}”：可用的键是 name、description、required、example',
  'the name "{}" stands twice': '名称“{}”出现了两次',
  'a </prompt> closes nothing: put <prompt>, without attributes, at the start of a line before it':
    '这个 </prompt> 没有对应的开头：请在它前面某一行的行首写上不带属性的 <prompt>',
  'the <prompt> element is never closed: end it with </prompt> at the end of a line':
    '<prompt> 没有结束：请在行尾用 </prompt> 结束它',
  'a prompt- article must hold its prompt between <prompt> and </prompt>':
    'prompt- 文章的提示词必须写在 <prompt> 和 </prompt> 之间',
  'a prompt- article must hold exactly one <prompt> element: this is the second':
    'prompt- 文章只能有一个 <prompt> 元素：这是第二个',
  'the text mentions <prompt> before the element: a client that searches for the tag finds this first; reword it or move it behind':
    '正文在提示词之前提到了 <prompt>：查找这个标签的程序会先找到这里；请换个说法，或移到提示词之后',
  'the placeholder {{{}}} has no argument: add it to prompt_args':
    '占位符 {{{}}} 没有对应的参数：请加到 prompt_args 里',
  'the argument "{}" has no placeholder {{{}}} in the prompt': '参数“{}”在提示词里没有对应的占位符 {{{}}}',
  'the article has prompt_args but no table of variables for people: add one':
    '文章有 prompt_args，却没有给人看的变量表：请加上一个',

  // Texts: tags of other engines, formulas, links.
  'the tag "{}" is not known here and is shown as text: write Markdown or HTML in its place':
    '标签“{}”在这里无法识别，会原样显示：请改写成 Markdown 或 HTML',
  'the tag "{}" is never closed and is shown as text: write Markdown or HTML in its place':
    '标签“{}”没有结束，会原样显示：请改写成 Markdown 或 HTML',
  'a tag of this locked article is not known here and is shown as text: write Markdown or HTML in its place':
    '这篇加密文章里有一个无法识别的标签，会原样显示：请改写成 Markdown 或 HTML',
  'a tag of this locked article is never closed and is shown as text: write Markdown or HTML in its place':
    '这篇加密文章里有一个没有结束的标签，会原样显示：请改写成 Markdown 或 HTML',
  'the formula cannot be read: {*}; it is shown as it is written': '公式无法解析：{}；它会原样显示',
  'a formula of this locked article cannot be read; it is shown as it is written':
    '这篇加密文章里有一个公式无法解析；它会原样显示',
  'the link {} is no address: correct it or remove it': '链接 {} 不是有效的地址：请改正或删掉',
  'the link {} leads to no heading of this article: correct it or remove it':
    '链接 {} 在本文里没有对应的标题：请改正或删掉',
  'the link {} leads to nothing that the build emits: correct it or remove it':
    '链接 {} 指向的内容在本站不存在：请改正或删掉',
  'a link of this locked article is no address: correct it or remove it':
    '这篇加密文章里有一个链接不是有效的地址：请改正或删掉',
  'a link of this locked article leads to no heading of this article: correct it or remove it':
    '这篇加密文章里有一个链接在本文里没有对应的标题：请改正或删掉',
  'a link of this locked article leads to nothing that the build emits: correct it or remove it':
    '这篇加密文章里有一个链接指向的内容在本站不存在：请改正或删掉',
  '{} leads to nothing that the build emits: correct or remove the line':
    '{} 指向的内容在本站不存在：请改正或删掉这一行',
  '{} leads to nothing that the build emits: correct it, or add the file':
    '{} 指向的内容在本站不存在：请改正，或加上这个文件',

  // What KaTeX says of formulas, but for where.
  'Undefined control sequence: {} at position {}: {}': '第 {2} 个字符处有未知的命令 {1}：{3}',
  'Undefined control sequence: {} at end of input: {}': '末尾有未知的命令 {}：{}',
  "Expected '{}', got '{}' at position {}: {}": '第 {3} 个字符处应是 {1}，却是 {2}：{4}',
  "Expected '{}', got '{}' at end of input: {}": '末尾应是 {}，却是 {}：{}',
  "Unexpected end of input in a macro argument, expected '{}' at end of input: {}": '末尾的命令没有写完，缺少 {}：{}',

  // Addresses, categories, tags.
  'the address {} belongs to {*} already: rename this file': '地址 {} 已经属于 {}：请给这个文件改名',
  'the address {} belongs to {*} already: it is published at {}': '地址 {} 已经属于 {}：这篇文章改在 {} 发布',
  'the alias {} belongs to {*} already: remove it': '旧地址 {} 已经属于 {}：请从 aliases 里删掉',
  'the site itself': '站点自带的内容',
  'the static file {}': '静态文件 {}',
  '"{}" has no ASCII slug: add to {} in _site.yml a line such as {}':
    '“{}”没有 ASCII 的 slug：请在 _site.yml 的 {} 下加一行，例如 {}',
  '"{}" and "{}" would share the slug "{}": add to {} in _site.yml a line such as {} (or give both one slug there, if they mean the same)':
    '“{}”和“{}”会得到同一个 slug“{}”：请在 _site.yml 的 {} 下加一行，例如 {}（如果两者是一回事，就在那里给它们写同一个 slug）',
  'a line must be an old path and where it leads, with a blank between them: /old/path/ /new/path/':
    '每一行应是一个旧路径和它的去处，中间用空格隔开：/old/path/ /new/path/',
  'the old address {} belongs to another file already, or to one that differs in case alone: remove the line':
    '旧地址 {} 已经属于另一个文件，或与另一个地址只有大小写不同：请删掉这一行',
  'two files want the address {}: rename the one under the static folder':
    '两个文件要用同一个地址 {}：请给静态文件目录里的那个改名',

  // `_site.yml`.
  'not valid YAML: {*}': '不是有效的 YAML：{}',
  'must be a mapping of "key: value" lines': '内容必须由“key: value”这样的行组成',
  'unknown key {}: remove it or correct its spelling': '未知的键 {}：请删掉或改正拼写',
  'unknown key {}: remove it or correct its spelling; "npm run config" lists all keys':
    '未知的键 {}：请删掉或改正拼写；npm run config 会列出所有的键',
  'unknown key {}: remove it or correct its spelling; the nearest known key is {}':
    '未知的键 {}：请删掉或改正拼写；最接近的键是 {}',
  'rules.{} cannot be turned down: an article that breaks it cannot be published':
    'rules.{} 不能调低：违反它的文章无法发布',
  '{} Invalid input: expected {*}, received {*}': '{} 应是 {}，不能是 {}',
  '{} Invalid input: expected {*}, received undefined': '{} 没有写，它应是 {}',
  '{} Invalid option: expected one of {}': '{} 只能是 {} 之一',
  '{} Invalid key in record': '{} 这个键的写法不对，请参照文档改正',
  '{} Invalid string: must match pattern {}': '{} 的写法不对，请参照文档改正',
  '{} Too small: expected array to have >={} items': '{} 至少要有 {} 项',
  '{} Too big: expected array to have <={} items': '{} 最多只能有 {} 项',
  '{} Too small: expected number to be >={}': '{} 不能小于 {}',
  string: '文字',
  number: '数字',
  boolean: '布尔值',
  array: '列表',
  object: '键值对',
  record: '键值对',
  '{} must not be empty': '{} 不能为空',
  '{} must be a slug: lowercase ASCII letters and digits, words joined by "-"':
    '{} 必须是 slug：小写的 ASCII 字母和数字，单词之间用 - 连接',
  '{} must be an address that begins with http:// or https://': '{} 必须是以 http:// 或 https:// 开头的地址',
  '{} must be an address that begins with http://, https:// or mailto:, or a path of this site such as /about/':
    '{} 必须是以 http://、https:// 或 mailto: 开头的地址，或本站的路径，例如 /about/',
  '{} has no host that exists, or no port: correct it': '{} 的域名或端口无效：请改正',
  '{} must be a path of this site such as /images/me.png, or an https address':
    '{} 必须是本站的路径，例如 /images/me.png，或 https 地址',
  '{} must be a number such as 京ICP备2021000001号-1': '{} 必须是 ICP 备案号，例如 京ICP备2021000001号-1',
  '{} must be a number such as 京公网安备11010502000001号': '{} 必须是公安备案号，例如 京公网安备11010502000001号',
  '{} must be a repository such as owner/name': '{} 必须是仓库，例如 owner/name',
  '{} must have no spaces, user name, "?", "#" or "\\"': '{} 不能含空格、用户名、?、# 和 \\',
  '{} must name one of giscus and waline': '{} 必须在 giscus 和 waline 中选一个',
  '{} must be lowercase letters, digits and "-"': '{} 只能由小写字母、数字和 - 组成',
  '{} must be an origin such as https://stats.example.com': '{} 必须是来源地址，例如 https://stats.example.com',
  '{} must be a digest such as sha384-...': '{} 必须是摘要值，例如 sha384-...',
  '{} must be a name, or a map of name, avatar and bio': '{} 必须是名字，或含 name、avatar、bio 的键值对',
  '{} must be a language such as zh-CN or en': '{} 必须是语言代码，例如 zh-CN 或 en',
  '{} must be a time zone such as Asia/Shanghai': '{} 必须是时区，例如 Asia/Shanghai',
  '{} must begin with "/", hold ":slug" last and end with "/" or ".html"; names and :year, :month, :day may stand before it':
    '{} 必须以 / 开头，最后一段含 :slug，并以 / 或 .html 结尾；前面可以有名称和 :year、:month、:day',
  '{} must be a colour such as "#1d5c73", in quotes: "#" begins a comment':
    '{} 必须是颜色，例如 "#1d5c73"，要加引号：不加引号的 # 是注释的开头',
  '{} must be "off", or a map of people and machines': '{} 必须是 "off"，或含 people、machines 的键值对',
  '{} must be "site", "off", or the path of an image': '{} 必须是 "site"、"off" 之一，或图片的路径',
  '{} must be a user agent name': '{} 必须是 user agent 的名称',
  '{} must be a path such as /api/auth, or an address that begins with http:// or https://, without spaces, user name, "?", "#" and "\\"':
    '{} 必须是路径，例如 /api/auth，或以 http:// 或 https:// 开头的地址，不含空格、用户名、?、# 和 \\',
  '{} must be a whole number of tokens, or "off" to list every article':
    '{} 必须是 token 数（整数），或 "off"（列出全部文章）',
  '{} holds a script that the policy of the pages keeps from running: put it into a file under the static folder and name that by src':
    '{} 里有一段脚本，页面的安全策略不会运行它：请把它放进静态文件目录里的一个文件，再用 src 引用',
  '{} names the script {}, which the policy of the pages keeps from running: name it in scripts instead':
    '{} 引用了脚本 {}，页面的安全策略不会运行它：请改在 scripts 里引用',

  // `_site.js`.
  'stands beside {}: keep one of them': '与 {} 同时存在：请只保留一个',
  'cannot be read: {*}': '无法读取：{}',
  'cannot be loaded: {}': '无法加载：{}',
  '{} is not below {}: move it there, or make it a package': '{} 不在 {} 里面：请移到那里，或做成一个包',
  'exports parts as {*}: make it { postEnd: FUNCTION }': '导出的 parts 是 {}：应写成 { postEnd: FUNCTION }',
  'exports {}, which nothing asks for: it may export {}': '导出了用不到的 {}：可以导出的是 {}',
  'exports {} as {*}: make it a function': '导出的 {} 是 {}：应是函数',
  'exports {} as an async function, which the build does not wait for: make it a plain one':
    '导出的 {} 是异步函数，构建不会等待它：请改成普通函数',
  '{} threw {*}: correct the function': '{} 抛出了 {}：请改正这个函数',
  '{*}, which is no Error': '{}（不是 Error）',
  '{} threw an error, of which nothing is told because the text is locked: correct the function':
    '{} 抛出了错误，因为文章已加密，这里不显示内容：请改正这个函数',
  '{} gave {*}: give HTML as text, or undefined where there is nothing to show':
    '{} 返回了 {}：请返回 HTML 文字，没有内容时返回 undefined',
  'files gave {*}: give a list of { path, contents }': 'files 返回了 {}：请返回 { path, contents } 的列表',
  'files gave {*} in its list: give { path, contents }': 'files 的列表里有 {}：每一项应是 { path, contents }',
  'files gave the path {}: it begins with "/", names a file, and has no "." or ".." for a folder':
    'files 给出的路径是 {}：它必须以 / 开头，以文件名结尾，中间没有 . 和 ..',
  'files gave {} with {*} for contents: give text or bytes (Uint8Array)':
    'files 给出的 {} 内容是 {}：请给文字或字节（Uint8Array）',
  'files gave {}, where the site has a file or folder already: give it another path':
    'files 给出了 {}，那里已经有站点的文件或目录：请换一个路径',
  '{*} (for {})': '{}（文章 {}）',
  '{*} (for {}, the first of {})': '{}（共 {3} 篇文章，第一篇是 {2}）',
  'a list': '列表',
  'an object': '对象',
  'a promise': 'Promise',
  'a string': '文字',
  'a number': '数字',
  'a boolean': '布尔值',
  'a function': '函数',

  // `ai-context.md`.
  '{} names the prefix "{}-", which this site has not: correct it': '{} 写了前缀 {}-，但本站没有这个前缀：请改正',
  '{} names the category "{}", which this site has not: correct it': '{} 写了分类“{}”，但本站没有这个分类：请改正',
  '{} takes about {} tokens of an agent, more than {}: shorten it':
    '{} 要占用智能体约 {} 个 token，超过了 {} 个：请缩短',

  // What ends a command.
  'nothing was written: correct the errors above': '没有写出任何文件：请先改正上面的错误',
  'nothing was written: correct the errors above, or build with --lenient to publish what can be published':
    '没有写出任何文件：请先改正上面的错误，或加上 --lenient，只发布能发布的文章',
  'nothing was written: no article can be published': '没有写出任何文件：没有一篇文章可以发布',
  'nothing was written: what must stay locked was found in the output': '没有写出任何文件：输出里出现了应当加密的内容',
  '{} holds the password of {}': '{} 含有 {} 的密码',
  '{} holds at least 24 characters of the body of {}': '{} 含有 {} 正文里至少 24 个字符',
  'there is no content folder {}: create it, or name another with --content':
    '没有内容目录 {}：请新建，或用 --content 指定别的目录',
  'there is no static folder {}: create it, or name another with --static':
    '没有静态文件目录 {}：请新建，或用 --static 指定别的目录',
  '{} holds no article (*.md): write one with "npm run new -- SLUG", or name another folder with --content':
    '{} 里没有文章（*.md）：请用 npm run new -- SLUG 写一篇，或用 --content 指定别的目录',
  '{} cannot be the output folder: it holds {}, and the output is replaced as a whole. Name another with --dest':
    '{} 不能用作输出目录：里面有 {}，而输出目录每次都整个替换。请用 --dest 指定别的目录',
  '{} cannot be the output folder: it lies within {}, which is read. Name another with --dest':
    '{} 不能用作输出目录：它在要读取的 {} 里面。请用 --dest 指定别的目录',
  '{} is a file: name a folder with --dest': '{} 是文件：请用 --dest 指定一个目录',
  '{} holds files that no build made, and the output is replaced as a whole: empty it, or name another folder with --dest':
    '{} 里有不是构建生成的文件，而输出目录每次都整个替换：请清空它，或用 --dest 指定别的目录',
  'another command (process {}) is writing to {}: wait for it, or delete {} if it is gone':
    '另一条命令（进程 {}）正在写 {}：请等它结束；如果它已经不在了，请删掉 {}',

  // Around the defects.
  'and {} more of {}: --verbose shows them': '{2} 还有 {1} 条：加 --verbose 全部列出',
  'left out, {} file:': '没有发布的文件，{} 个：',
  'left out, {} files:': '没有发布的文件，{} 个：',
  'warning: the base URL {} is not https: set url in _site.yml, SITE_URL or --base-url before you deploy':
    '注意：站点地址 {} 不是 https：部署之前，请设好 _site.yml 里的 url、SITE_URL 或 --base-url',
  'more than {} characters, of which most agents see the beginning alone:':
    '超过 {} 个字符的文件，多数智能体只能看到开头：',
  '{*}: also in parts, from {} (nothing to do)': '{}：另有分卷，从 {} 开始（不必处理）',
  '{*}: agents take the list of a category or search by the MCP adapter; set mcp in _site.yml':
    '{}：智能体会改读分类的列表，或用 MCP 适配器检索；请在 _site.yml 里设好 mcp',
  '{*}: split the article; until then agents read it by section through the MCP adapter':
    '{}：请把文章拆开；在那之前，智能体通过 MCP 适配器分节阅读',
  '{} and {} more': '{} 等，另有 {} 个',

  // The report of `adopt`.
  ': ': '：',
  ', ': '，',
  '{} article': '{} 篇文章',
  '{} articles': '{} 篇文章',
  '{} draft': '{} 篇草稿',
  '{} drafts': '{} 篇草稿',
  '{} page': '{} 个页面',
  '{} pages': '{} 个页面',
  '{} other file': '{} 个其他文件',
  '{} other files': '{} 个其他文件',
  '{} of {} article published by a lenient build of this proposal': '按这份方案宽松构建，{2} 篇文章中发布 {1} 篇',
  '{} of {} articles published by a lenient build of this proposal': '按这份方案宽松构建，{2} 篇文章中发布 {1} 篇',
  'Keeps the addresses that articles have had.': '保持文章原来的地址。',
  'Every name needs an ASCII slug; names with one slug are one term. Change these before you publish.':
    '每个名称都要有 ASCII 的 slug；slug 相同的名称算作同一个。请在发布之前改成你想要的。',
  'File names that begin so go with these categories, and with one of these first tags.':
    '文件名以这些前缀开头的文章，用这里的分类，第一个标签从这里选。',
  'Half of the articles and more do not keep these rules of form. Remove a line to hear of it again.':
    '一半以上的文章不符合这些格式规则，所以先关掉。删掉一行，就会重新检查那一条。',
  'Addresses that this site had, and where they lead now. Remove a line, and its address is gone.':
    '本站的旧地址，以及它们现在的去处。删掉一行，那个旧地址就失效。',
  'Changed in the copy, and nowhere else': '只在副本里改动的地方',
  'from GBK to UTF-8': '编码由 GBK 转为 UTF-8',
  'front matter from TOML to YAML': 'front matter 由 TOML 转为 YAML',
  'front matter from JSON to YAML': 'front matter 由 JSON 转为 YAML',
  'the line "---" put above the front matter': '在 front matter 上面补一行 ---',
  'front matter put in order': '整理 front matter 的格式',
  'front matter in the form of our rules: dates, lists, names of keys':
    '按本站的规则改写 front matter（日期、列表、键名）',
  'the time of the first commit taken for a date that is missing': '没有日期的文章，以首次提交的时间为准',
  'Dated by the time of the file: a copy or a clone has another, so see whether it is right':
    '以文件的时间为日期：复制或克隆会改变它，请核对是否正确',
  'the history of {} cannot be read: see whether it is a clone, and git installed, or adopt without --git-dates':
    '无法读取 {} 的提交历史：请检查它是不是克隆下来的、是否装有 git，或者去掉 --git-dates',
  'mathjax: true added, because there are formulas': '正文有公式，补上 mathjax: true',
  'tags and signs of other engines written as Markdown': '把其他博客引擎的标签和写法改成 Markdown',
  renamed: '改了文件名',
  'Left out': '没有搬过来的文件',
  '{} of the configuration: not what _site.yml takes': '配置里的 {}：不是 _site.yml 能用的值',
  'its name begins with "_"': '文件名以 _ 开头',
  'its name begins with "_": Hexo passes over it': '文件名以 _ 开头，Hexo 会跳过它',
  'the site makes its own': '站点会自己生成',
  'the site keeps this folder to itself: rename it, and the links to it':
    '这个目录名留给站点自己使用：请改名，并改掉指向它的链接',
  'it is the head of a list: the site makes its own': '它是列表页的开头，站点会自己生成',
  'it was written in HTML, which is not taken over': '它是用 HTML 写的，不支持搬过来',
  'it has no front matter': '它没有 front matter',
  'the configuration excludes it': '配置里排除了它',
  'it is a template of Jekyll': '它是 Jekyll 的模板',
  Addresses: '地址',
  '{} of {} old address answer, by what the configuration says, {} of them by content/_redirects':
    '按原来的配置推算，{2} 个旧地址中有 {1} 个仍能打开，其中 {3} 个由 content/_redirects 引到新地址',
  '{} of {} old addresses answer, by what the configuration says, {} of them by content/_redirects':
    '按原来的配置推算，{2} 个旧地址中有 {1} 个仍能打开，其中 {3} 个由 content/_redirects 引到新地址',
  'another page has this address; it is {} now': '这个地址现在属于另一个页面，原来的内容在 {}',
  'what stood there is not published': '原来在那里的内容没有发布',
  'it differs in case alone from {}, where 404.html leads its readers':
    '它与 {} 只有大小写不同，404.html 会把读者引到那里',
  'its old address is nowhere in its file: add a line to content/_redirects if you know it':
    '文件里没有写它原来的地址，如果你知道，请在 content/_redirects 里加一行',
  'another file stands in its way': '那里已经有另一个文件',
  'Not published: correct these first': '不会发布：请先改正',
  'To fix, most frequent first': '有待改正，最常见的在前',
  'Nothing was written. The same as a folder of its own, beside this repository:':
    '以上只是方案，没有写出任何文件。要把结果写到本仓库旁边的新目录，请运行：',
  'Its configuration names no address: set url in {} first.': '原来的配置没有写站点地址：请先在 {} 里设好 url。',
  'Its package.json takes this product from this machine ({}), where neither others nor GitHub Actions can install it: push its repository to a host, and write that address in {}/package.json instead, such as git+https://github.com/OWNER/duplex.git.':
    '其中的 package.json 从本机（{}）安装本产品，别人和 GitHub Actions 都装不了：请先把它的仓库推送到代码托管平台，再把 {}/package.json 里的地址换成托管的地址，例如 git+https://github.com/OWNER/duplex.git。',
  'Written to {}, which git init makes a repository of its own; its README says what comes next:':
    '已写到 {}，运行 git init 后它就是一个独立的仓库；接下来怎么做，见其中的 README：',
  'Written to {}, a repository of its own; its README says what comes next:':
    '已写到 {}，它是一个独立的仓库；接下来怎么做，见其中的 README：',
  '{} holds no article (*.md)': '{} 里没有文章（*.md）',
  '{} has a _site.yml: it is adopted already; "npx gulp check" says what is left to fix':
    '{} 里有 _site.yml，说明已经搬过来了；用 npx gulp check 可以看到还要改什么',
  '{} would be written to {}, which lies outside of the new folder: rename it': '{} 会写到新目录之外的 {}：请给它改名',
  "{} lies in the blog's own folder: name one beside it": '{} 在博客自己的目录里：请指定旁边的目录',
  '{} is not empty, and nothing is written over: name a new folder': '{} 不是空目录，这里不覆盖任何文件：请指定新目录',

  // The watcher.
  'What was saved cannot be published yet:': '保存的内容还不能发布，请改正：',
  'a slug has no folders: {}': '名字里不能有目录：{}',
  '{} exists already: choose another name': '{} 已经存在：请换一个名字',
  '{} is written, and would be published as it stands: fill in title, tags, description and text, then see it with {}':
    '已写好 {}。它现在就能发布，所以请先改好标题、标签、摘要和正文；用 {} 查看效果',
  'Nothing is built yet: this page follows when it is.': '还没有构建好，好了之后这一页会自动刷新。',
  'There is no page to show until the errors below are corrected; then this one follows.':
    '下面的错误改正之前，还没有网页可以显示；改好之后这一页会自动刷新。',
  'no article can be published': '没有一篇文章可以发布',
  'nothing was replaced: correct the errors above': '没有替换任何文件：请先改正上面的错误',
  '{} defects in all': '一共 {} 个问题',
  'port {} is in use: end what listens there, or choose another with --port':
    '端口 {} 已被占用：请结束占用它的程序，或用 --port 换一个',
  'port {} is not open to you: choose one from 1024 on with --port':
    '没有权限使用端口 {}：请用 --port 换一个 1024 及以上的',
  'the system watches no more folders ({}): raise its limit, on Linux fs.inotify.max_user_watches and max_user_instances':
    '系统无法再监视更多的目录（{}）：请调高上限，在 Linux 上是 fs.inotify.max_user_watches 和 max_user_instances',
};
