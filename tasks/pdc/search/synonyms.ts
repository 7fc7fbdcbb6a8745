// Words that mean nearly the same to whoever looks for an article: everyday words, terms, their English. Kept by hand:
// dictionaries that are large enough are share-alike or too large for an index. Groups of everyday words around a topic find
// paraphrases; of 25, narrow terms and plain translations found none.
import { isHanWord, termsOf } from './terms.ts';

/**
 * A group a line; `_` stands for a space. What `+` stands before is one of the things that the others are a word for: it is
 * found by them, and finds none of them, nor its like.
 */
const table = `
网页 页面 page html
前端 frontend front-end
后端 服务端 服务器 backend server
接口 api 请求 后端接口
请求 request fetch ajax +axios http
一直不回应 没反应 超时 timeout
放弃 取消 中止 cancel abort
链接 地址 网址 url 路径 uri link
路由 router route 跳转 导航
复数 单数 命名 +restful
主题 换肤 皮肤 配色 +深色模式 +暗黑 theme +dark
样式 css style
边框 框线 描边 border
重叠 叠在一起 挨在一起 overlap
变粗 加粗 宽度
布局 排版 layout +flex +grid
响应式 适配 自适应 不同屏幕 responsive 媒体查询 +rem viewport
动画 动效 过渡 animation transition +lottie
图片 照片 图像 image img picture
海报 分享图 画图 绘图 canvas
画布 canvas
图标 icon iconfont svg
轮播 幻灯片 +swiper carousel
弹窗 对话框 提示框 modal dialog toast
提示 通知 消息 notice toast
推送 通知 push notification
表单 输入框 填写 注册页 form input
校验 验证 检查 validate validation
用户名 账号 昵称 重名 username
冒充 仿冒 伪造 钓鱼
授权 权限 许可 auth authorization permission
付费 付钱 收费 购买 商业 license
限制 控制 拦截 防止
加密 密文 encrypt 加解密 +aes +rsa
令牌 token +jwt
会话 session +cookie
安全 漏洞 攻击 防护 security +xss +csrf
跨域 同源 cors 跨站
缓存 cache 本地存储 +localstorage
离线 断网 没网 +service-worker +serviceworker pwa
桌面 主屏幕 添加到桌面 pwa
防抖 debounce 频繁触发 连续输入
节流 throttle 频繁触发
联想 搜索建议 自动补全 autocomplete debounce
点击延迟 点击 轻触 点一下 tap click +300ms
触摸 手势 touch 轻触 滑动
懒加载 延迟加载 按需加载 lazy
首屏 白屏 加载慢 打开慢 首次渲染
白屏 崩溃 打不开 空白
性能 卡顿 卡 慢 优化 performance
调试 排查 debug 开发者工具 devtools
控制台 console 开发者工具 devtools
浏览器 browser +chrome +safari +firefox
微软 老浏览器 ie +ie11 internet_explorer +edge
兼容 兼容性 老版本 旧版 polyfill compatibility
编辑器 +vscode +vim ide +sublime
同步 换电脑 迁移 sync
终端 命令行 terminal shell cli 控制台
命令 指令 command cli
脚手架 生成工程 初始化项目 cli 模板 +commander
一问一答 交互式 prompt +inquirer
打包 构建 编译 build +webpack bundle +rollup +vite
模块 module 包 import require
依赖 包 npm package
持续集成 自动部署 流水线 ci cd +jenkins pipeline
代码规范 规范 风格 lint +eslint style
格式化 +prettier format
注释 文档 comment +jsdoc
重构 整洁 坏味道 refactor clean
测试 单元测试 test +jest +mocha
版本控制 git 版本管理 +svn
分支 从哪条线拉 branch 开发流程 git-flow gitflow
协作 团队 几个人 多人 合作
线上出急事 紧急修复 补救 +hotfix 回滚
拆分 拆成 拆 split 粒度
复用 重用 公共 reuse 封装
通信 传数据 传值 传递 互相传 通讯 props
状态 状态管理 +redux +vuex store +mobx
生命周期 lifecycle 挂载 卸载
循环渲染 列表渲染 唯一标识 +key +diff
标识 标志 id +key
虚拟_dom 虚拟dom vdom +diff
更新 刷新 渲染 render
微前端 子应用 几个独立 多个项目 +qiankun +single-spa
小程序 微信 wechat miniprogram +公众号
混合 嵌入 塞进 webview hybrid 集成
手机 移动端 mobile app
桥 互相调用 调到 jsbridge bridge
地图 定位 位置 +高德 map
统计 访问量 多少人来 流量 分析 analytics 埋点 +pv +uv
埋点 行为 上报 统计 analytics
数据分析 分析 统计 analytics
+原型 继承 prototype class
柯里化 柯理化 curry
函数式 纯函数 functional
正则 匹配 regex regexp
类型 typescript type 类型检查
错误 异常 报错 error exception bug
重试 retry 重发
线程 进程 thread process 协程
锁 死锁 互斥 lock mutex
队列 消息队列 queue +kafka mq +rabbitmq
事件 监听 event listener 订阅
定时 计划任务 cron 定时器 timer
编码 乱码 字符集 utf-8 utf8 unicode encoding
上传 文件上传 upload
下载 导出 download export
压缩 gzip zip 体积 变小
网络 tcp http 协议 network
握手 连接 +三次握手 handshake tcp
代理 反向代理 +nginx proxy 转发
负载均衡 分流 load_balance
服务器 云主机 主机 server vps linux
容器 +docker 镜像 container +kubernetes +k8s
kubernetes k8s
文件系统 磁盘 硬盘 inode file
权限 chmod sudo root
数据库 db database +mysql sql +postgres +sqlite
表结构 迁移 schema migration +flyway
索引 index 查询慢 慢查询
事务 transaction acid 一致性
分库分表 分片 shard
非关系 nosql +mongodb +redis
算法 algorithm 数据结构
排序 sort +快排 +冒泡
查找 二分 search
图 图论 graph
递归 +动态规划 dp recursion
概率 统计学 +贝叶斯 probability statistics
机器学习 深度学习 神经网络 machine_learning deep_learning 模型训练
人工智能 ai 智能
大模型 大语言模型 llm +gpt +chatgpt 模型
提示词 prompt 提示工程
智能体 agent 代理
上下文 忘事 记忆 context memory
知识库 rag 检索增强 向量 +embedding
生成 aigc 合成
语音 朗读 tts 说话 声音
识别 ocr 检测 detect
爬虫 抓取 采集 crawler spider scraping
订阅 rss 阅读器 feed
博客 blog +hexo +hugo +jekyll 建站
静态网站 静态博客 +github_pages 托管
收录 搜索引擎 seo 排名
设计 设计师 ui ux 交互
用户体验 ux 体验 易用 可用性
吓跑 流失 留存 转化
需求 产品 product pm
+原型 线框 prototype +figma +sketch +axure
项目管理 进度 排期 敏捷 scrum agile
估算 工期 排期
信息化 数字化 企业 it 阶段 模型
创业 商业模式 公司 startup
离职 要走人 辞职 交接 移给别人 resign handover
入职 新人 onboarding
薪资 工资 涨薪 加薪 offer
学习 自学 入门 教程 资料 tutorial
读书 读后感 笔记 读书笔记 书评
总结 复盘 回顾 年终 review
会议 纪要 开会 meeting
周报 日报 汇报 report
写作 写文章 文档 writing
翻译 国际化 多语言 i18n
开源 +github 贡献 open_source
许可证 版权 协议 license 著作权
硬件 单片机 嵌入式 +arduino +树莓派 +stm32
按键 消抖 抖动 debounce
传感器 +激光雷达 lidar sensor
机器人 +ros robot
点云 配准 +slam +icp
游戏 引擎 +cocos +unity game
视频 播放器 音视频 video +ffmpeg
三维 3d +webgl +threejs
表格 excel table csv
图表 可视化 +echarts chart +d3
富文本 编辑器 editor markdown
拖拽 拖动 drag
截图 截屏 screenshot +puppeteer
自动化 脚本 automation script +selenium
监控 报警 告警 monitor alert +sentry
微服务 服务拆分 microservice +rpc
框架 framework 库 library sdk
面向切面 +aop 代理模式 +spring
依赖注入 +ioc +di +spring
设计模式 模式 pattern +单例 +工厂
内存管理 垃圾回收 gc
指针 引用 内存 raii c++
生成器 迭代器 generator yield iterator
随机 概率 洗牌 random
探索 exploration
利用 exploitation
代码评审 代码审查 评审 review code_review
技术债 遗留 老项目 老的工程 legacy
环境变量 env 环境配置
安装 装 install
升级 更新 迁移 upgrade migrate
卸载 删除 remove uninstall
区别 对比 比较 差别 vs 不同
原理 机制 底层 实现
坑 踩坑 问题 注意事项 troubleshooting
最佳实践 经验 心得 技巧 best_practice
入门 基础 初学 base basic
js javascript
ts typescript
py python
rn react-native react_native
pg postgres postgresql
golang go语言
命名 起名 取名 名字 naming
真机 手机 设备 device
ae after_effects +lottie
访客 访问量 来访 用户来源
起步 上手 快速开始 get_started
慢 卡 延迟 latency
省钱 成本 费用 价格 cost price
耗电 电量 续航 battery
家用 家庭 nas 自建 self-hosted
隐私 泄露 脱敏 privacy
网站 站点 网页 主页 web website site homepage
按钮 button 点击 点一下 click press
菜单 导航栏 导航 menu navbar
侧边栏 边栏 sidebar
目录 大纲 table_of_contents toc outline
超链接 链接 地址 网址 url uri link 短链接
跳转 重定向 转到 redirect bounce 301 302
不安全 明文 insecure plaintext http
参数 入参 传参 parameter argument params
返回值 返回 结果 return result
变量 variable 常量 constant
函数 方法 function method
类 对象 面向对象 class object oop
继承 父类 子类 基类 inheritance inherit superclass
多态 虚函数 virtual polymorphism 重写 override
接口 api 协议 interface
抽象 抽象类 abstract
泛型 模板 generic generics template
反射 注解 reflection annotation
构造函数 构造器 constructor
单例 唯一 只能一个 singleton 单实例
多开 重复启动 多实例 单实例 单例 互斥体 mutex
工厂模式 观察者 设计模式 pattern +策略模式 +装饰器 +适配器
命名空间 namespace
头文件 宏 预处理 header macro
指针 野指针 空指针 引用 pointer nullpointerexception null
空值 为空 空的 null none nil undefined
内存 泄漏 泄露 越占越多 吃内存 memory leak oom 内存溢出
溢出 越界 爆了 overflow out_of_bounds outofbounds
垃圾回收 gc 回收 garbage
堆栈 调用栈 栈 stack stacktrace 堆栈信息
哪一行 哪行 行号 堆栈 stacktrace line
异常 报错 出错 错误 抛出 error exception fail failure
捕获 吞掉 catch swallow
崩溃 闪退 挂了 崩掉 宕机 死掉 crash dump coredump
卡死 死机 没反应 无响应 卡住 假死 hang freeze anr stuck
死锁 互相等 卡住 deadlock
数组 列表 集合 动态数组 array list arraylist vector
集合 容器 collection set
字典 映射 哈希表 map dict hashmap dictionary
截取 子串 子列表 一段 切片 slice sublist substring
遍历 循环 迭代 loop iterate iterator foreach
循环 无限循环 死循环 infinite loop
删除 移除 删掉 去掉 remove delete erase
添加 增加 新增 插入 加入 add insert append
修改 更改 改动 改成 变更 modify change edit
替换 换成 换掉 replace substitute
追加 拼接 连接 合并 concat append join
比较 相等 判断 compare equals equal
字符串 文本 文字 字符 string text char
数字 数值 整数 number integer int
小数 浮点数 浮点 分数 精度 float double fraction decimal
四舍五入 取整 round rounding
占位符 格式化 格式 placeholder format printf
乱码 编码 字符集 garbage mojibake encoding charset utf-8 gbk unicode
进制 二进制 十六进制 binary hex
可执行文件 程序 二进制 exe executable binary apk
位运算 按位 bit bitwise
随机 随机数 random shuffle 洗牌 抽奖
排序 顺序 次序 先后 sort order sorting
查找 搜索 检索 查询 寻找 找到 search query find lookup
匹配 命中 正则 match regex hit
模糊搜索 关键词 分词 搜索词 keyword fuzzy tokenize
全文检索 搜索引擎 +elasticsearch +lucene +solr engine
去重 重复 唯一 duplicate dedupe unique distinct
过滤 筛选 filter
统计 计数 数量 个数 count counting
求和 总数 总和 sum total
平均 均值 average mean
最大 最小 最多 max min maximum minimum
递归 recursion recursive
动态规划 贪心 回溯 dp dynamic_programming
最短路 图论 遍历 graph dijkstra bfs dfs
二叉树 树 tree 红黑树 线段树
链表 linked_list linkedlist 队列 queue 栈
哈希 散列 摘要 hash md5 sha
缓存 cache 高速缓存 +redis +memcached
缓存过期 失效 过期 expire expired ttl invalidate
旧的 老的 过时 没更新 stale outdated old
多线程 并发 线程 同时 一起 concurrent concurrency thread parallel
线程池 工人 worker pool executor threadpool
线程安全 加锁 竞争 抢 同步 thread-safe threadsafe race lock synchronized
进程 process 子进程 守护进程 daemon
协程 goroutine coroutine async
异步 回调 async await promise callback
排队 队列 任务队列 等待 queue pending waiting
任务 作业 活儿 job task
定时任务 计划任务 定时 每天 cron schedule scheduler crontab timer
超时 等太久 等待 timeout
重试 再试 retry
延迟 延时 等一会儿 delay latency lag
事务 提交 回滚 transaction commit rollback
一致性 不一致 对不上 consistency inconsistent
数据库 库 表 database db +mysql sql +postgres +sqlite +oracle
记录 数据 行 record row
查不到 读不到 拿不到 找不到 空的 not_found missing 事务
数据表 表格 表 table
字段 列 field column
主键 外键 索引 primary_key index
连接查询 联表 关联 join
分页 翻页 pagination page limit
慢查询 查得慢 执行计划 explain slow
备份 恢复 还原 找回 backup restore recover
丢失 没了 不见了 丢了 消失 凭空 lost lose missing disappear
导入 导出 迁移 import export migrate migration
同步 拉取 推送 sync synchronize
分布式 集群 多台 节点 distributed cluster node
注册中心 服务发现 +zookeeper +nacos +eureka +consul
消息队列 消息 通知 mq +kafka +rabbitmq message
微服务 服务 拆分 microservice +dubbo rpc +grpc
负载均衡 反向代理 转发 proxy +nginx 代理
高可用 容灾 故障 failover availability
限流 熔断 降级 流量 rate_limit throttle
压力测试 压测 并发量 benchmark load_test qps
性能 优化 提速 加快 变快 performance optimize optimization faster speed
慢 缓慢 卡顿 很久 太慢 slow sluggish
部署 上线 发布 发版 重新部署 重启 deploy release publish rollout
重启 停机 关机 关闭 restart reboot shutdown
优雅停机 平滑 graceful
启动 开机 运行 执行 run start launch boot
停止 终止 中断 取消 退出 stop terminate cancel abort exit quit kill
安装 装上 装机 install setup
卸载 删掉 uninstall remove
升级 更新 新版本 版本 upgrade update version
降级 回退 旧版本 downgrade revert
配置 设置 选项 config configuration settings setting options
环境变量 路径 path env
依赖 依赖包 第三方库 冲突 dependency dependencies package +maven +gradle +npm
编译 构建 打包 链接 build compile bundle link
链接错误 重复定义 未定义 linker undefined
源码 源代码 读代码 看代码 source code
代码 写代码 编程 程序 code coding programming program
程序员 码农 开发者 工程师 开发 programmer developer engineer coder
程序 软件 应用 app application software program
调试 排查 定位 debug debugging troubleshoot +gdb
断点 单步 breakpoint
日志 打印 记录 输出 log logging logger print
没有日志 不输出 空白 output
测试 单元测试 用例 test testing mock +junit
版本控制 +git +svn 仓库 repository repo github
仓库 代码库 repository repo
提交 提交记录 commit push
分支 合并 冲突 branch merge rebase conflict
撤销 回滚 反悔 还原 undo revert reset rollback
代码评审 评审 审查 review code_review pr pull_request
开源 开源项目 open_source github 贡献 contribute
许可证 版权 授权 license copyright
文档 说明 手册 注释 documentation docs manual comment
教程 入门 新手 初学者 指南 上手 tutorial guide beginner getting_started
技巧 窍门 小技巧 妙招 tips trick skills
工具 神器 利器 tool utility
插件 扩展 plugin extension addon
脚本 自动化 批处理 script automation automate batch
自动 自动化 定时 automatically automatic auto
手动 手工 人工 manual manually
命令行 终端 命令 shell terminal cli command console bash zsh
快捷键 热键 按键 shortcut hotkey keybinding
键盘 机械键盘 按键 keyboard keys keycap 键位
鼠标 触控板 mouse trackpad
蓝牙 无线 bluetooth wireless
有线 线缆 数据线 拔线 cable wired cord usb
显示器 屏幕 显示屏 monitor screen display
亮度 变暗 变亮 太暗 调光 brightness dim bright
音量 声音 静音 volume sound mute
滑动 手势 触摸 左滑 swipe gesture touch slide drag
长按 long_press 按住
剪贴板 复制 粘贴 拷贝 clipboard copy paste
截图 截屏 录屏 screenshot capture
打印 打印机 print printer
摄像头 相机 拍照 camera photo
照片 图片 图像 相片 photo picture image
壁纸 屏保 锁屏 休眠 背景图 wallpaper screensaver sleep lockscreen
电池 续航 充电 耗电 battery power charge
手机 移动端 智能手机 handset phone mobile cellphone smartphone
苹果 iphone ios apple mac ipad
安卓 android 小米 华为
小米 xiaomi mi redmi
换手机 换机 切换 switch 迁移
苹果电脑 mac macos macbook osx
微软 windows win10 microsoft 视窗
谷歌 google +chrome
应用商店 应用市场 上架 app_store appstore store
审核 审批 被拒 拒绝 驳回 review reject rejected
弹窗 提示框 对话框 弹出 popup dialog alert modal
提示 提醒 通知 notification notify toast reminder
管理员 权限 提权 uac admin administrator root privilege sudo
双击 打开 运行 open double-click
窗口 置顶 window
文件 文档 file 档案
文件夹 目录 folder directory
文件名 改名 重命名 名字 filename rename
后缀 扩展名 suffix
路径 绝对路径 相对路径 path
压缩 解压 zip gzip compress archive 压缩包
体积 大小 尺寸 瘦身 缩小 变小 减小 最小 精简 size shrink smaller minimize small kb
上传 传文件 upload
下载 download 保存
断点续传 分片 resume chunk
磁盘 硬盘 存储 空间 disk storage drive ssd
空间不足 磁盘满 清理 释放 clean cleanup full
网络 联网 上网 网速 network internet
断网 没网 离线 没有网络 拔网线 宽带 offline internet 不上网
宽带 路由器 光猫 wifi router broadband
代理 翻墙 科学上网 梯子 vpn proxy
域名 解析 dns domain 备案
证书 https ssl tls certificate cert +letsencrypt
免费 不花钱 白嫖 省钱 free 零成本
省钱 花钱 成本 费用 便宜 降本 cost save money budget cheap
付费 收费 年费 价格 贵 price pay paid expensive
黑客 入侵 攻击 被黑 漏洞 hack hacked hacker attack intrusion
病毒 木马 恶意软件 virus malware trojan 杀毒
勒索 敲诈 赎金 ransom ransomware
加密 解密 密钥 encrypt decrypt encryption key cipher
密码 口令 忘记密码 password passwd credential
登录 登陆 注册 账号 账户 login signin signup account auth
认证 鉴权 身份验证 授权 authentication authorization oauth token
会话 登录状态 session cookie
跨域 同源 cors cross-origin
请求 接口 调用 request call http
响应 返回 应答 response reply
爬虫 抓取 采集 crawler scrape spider
抓包 拦截 代理 +fiddler +charles +wireshark sniff
浏览器 browser +chrome +firefox +edge +safari
缓存 刷新 强制刷新 refresh reload cache
热更新 热加载 不重启 hot_reload hotreload
手机应用 客户端 app client
小程序 微信 公众号 wechat
微信 聊天 即时通讯 im chat
机器人 聊天机器人 bot robot
直播 推流 拉流 live stream streaming
视频 播放 播放器 影片 video player play
音频 音乐 歌曲 听歌 audio music song
字幕 翻译 subtitle translate
语音 语音识别 语音助手 朗读 voice speech tts
人工智能 大模型 机器学习 ai llm gpt chatgpt machine_learning
提示词 对话 prompt chat
训练 微调 模型 train training fine-tune model
神经网络 深度学习 neural deep_learning
图像识别 识别 检测 ocr recognition detection vision
推荐 推荐算法 个性化 recommend recommendation
数据分析 报表 图表 可视化 chart report visualization analytics
表格 电子表格 excel xlsx csv spreadsheet sheet 单元格
文档 word ppt 幻灯片 演示 slides presentation office
邮件 邮箱 email mail smtp
日历 日程 待办 calendar todo schedule
笔记 记笔记 做笔记 notes note +evernote +obsidian
知识管理 第二大脑 整理 知识库 knowledge
电子书 看书 阅读器 墨水屏 +kindle e-reader ereader ebook epub mobi
小说 电子书 书籍 novel book 图书
读书 看书 阅读 书评 读后感 书单 reading book read
写作 写文章 写博客 博客 blog writing write blogging
评论 留言 评论框 comment comments
主题 模板 皮肤 外观 theme template skin
域名 主机 空间 hosting host 托管
静态博客 建站 搭博客 +hexo +hugo +jekyll +gatsby +github_pages
订阅 rss feed newsletter
流量 访问量 访客 浏览量 traffic visitors pv analytics
搜索排名 收录 seo 百度
广告 推销 推广 营销 ad ads advertisement marketing
统计代码 埋点 analytics
编辑器 +vim +emacs +vscode +sublime editor +neovim
开发环境 集成开发环境 ide +idea +intellij +eclipse +xcode +android_studio
补全 自动补全 提示 联想 completion autocomplete
代码跳转 跳转 阅读源码 看代码 +opengrok +ctags navigation
格式化 缩进 代码风格 format formatter lint indentation
模板引擎 渲染 模版 template render +freemarker +thymeleaf
生成代码 代码生成 自动生成 generate generator codegen
序列化 反序列化 解析 json xml parse serialize deserialize
时间 日期 时区 时间戳 date time timezone timestamp
闰年 日历 星期 leap_year calendar
时间格式 日期格式 24小时 dateformat format
单位 换算 转换 convert conversion unit
类型转换 强制转换 拆箱 装箱 cast casting boxing unboxing
定位 地图 导航 经纬度 gps map location
二维码 扫码 qrcode 条形码
支付 付款 收款 支付宝 payment pay alipay
订单 下单 购物车 电商 order shop ecommerce
购物 买东西 网购 剁手 淘宝 京东 shopping buy purchase
优惠 折扣 促销 discount coupon 薅羊毛
空投 领取 领币 airdrop claim 代币
比特币 区块链 加密货币 bitcoin blockchain crypto 钱包
股票 基金 理财 投资 炒股 stock fund invest investment finance
房子 买房 租房 房贷 搬家 house rent apartment mortgage
装修 家具 家居 decorate furniture home
工资 薪水 收入 加薪 待遇 salary income pay wage
工作 上班 职场 打工 work job career office
加班 996 累 疲惫 overtime tired burnout
跳槽 换工作 离职 辞职 裸辞 走人 不干了 quit resign leave job
裁员 失业 被裁 优化 layoff unemployed fired
面试 找工作 求职 简历 应聘 interview resume cv job
招聘 招人 hiring recruit
远程办公 在家办公 居家 remote work_from_home wfh
自由职业 副业 赚钱 兼职 freelance side_project earn
创业 开公司 老板 合伙人 startup founder
领导 上司 老板 经理 管理 boss manager leader leadership
同事 团队 合作 协作 team colleague teamwork
沟通 交流 表达 说话 communicate communication talk
演讲 分享 讲课 talk speech presentation
比赛 竞赛 黑客马拉松 hackathon contest competition
时间管理 效率 拖延 拖延症 productivity procrastination efficiency
习惯 坚持 自律 打卡 habit discipline
目标 计划 规划 打算 goal plan planning
总结 年终总结 盘点 回顾 复盘 这一年 过去一年 review summary retrospective annual
反思 感悟 感想 思考 想法 thoughts reflection thinking
成长 进步 提升 收获 growth improve progress
学习 自学 学会 掌握 learn learning study
考试 考证 考研 高考 exam test
大学 学校 校园 毕业 学生 university college school student graduate
老师 教授 课程 上课 teacher course class lecture
英语 外语 单词 口语 english language vocabulary
数学 公式 计算 math mathematics formula calculate
孩子 小孩 儿子 女儿 宝宝 娃 育儿 child kid baby son daughter parenting
父母 爸妈 爹妈 家人 老人 长辈 老爸 老妈 parents family elder elders mother father mom dad
老人 爷爷 奶奶 外公 外婆 长辈 grandma grandpa elderly
结婚 婚礼 婚姻 老婆 妻子 媳妇 老公 marriage wedding wife husband married
恋爱 爱情 谈恋爱 表白 女朋友 男朋友 对象 love girlfriend boyfriend dating relationship
单身 找对象 相亲 脱单 single
分手 失恋 离婚 breakup divorce
朋友 友情 好友 friend friends friendship
孤独 寂寞 一个人 lonely alone solitude
情绪 脾气 生气 发火 愤怒 发脾气 anger angry temper emotion mood
控制 克制 管住 忍住 管理 control manage restrain
开心 快乐 幸福 高兴 happy happiness joy
难过 悲伤 伤心 痛苦 哭 sad sadness grief pain
焦虑 压力 紧张 担心 害怕 恐惧 anxiety stress worry fear
抑郁 抑郁症 心理 depression depressed mental
失眠 睡眠 睡觉 熬夜 早睡 sleep insomnia
梦想 理想 希望 dream hope
选择 决定 纠结 抉择 艰难 choice decision choose decide
改变 变化 转变 change
失败 挫折 错误 失误 failure mistake
成功 成就 success successful
生活 日子 日常 人生 life daily living
生命 死亡 去世 离世 葬礼 death die died funeral
意义 活着 生死 meaning
生病 大病 疾病 住院 医院 手术 开刀 动刀 看病 病床 illness disease hospital surgery operation sick
医生 看病 治疗 药 吃药 保健品 医疗 doctor medicine medical drug treatment
健康 身体 体检 养生 health healthy body
疫情 新冠 病毒 隔离 口罩 covid pandemic lockdown
减肥 瘦 体重 健身 weight diet fitness lose_weight
运动 跑步 锻炼 健身 马拉松 exercise running run marathon sport workout
骑行 自行车 单车 cycling bike bicycle
爬山 登山 徒步 hiking climbing mountain
篮球 足球 球赛 世界杯 basketball football soccer
游泳 羽毛球 乒乓球 网球 swimming tennis
旅行 旅游 游记 出游 度假 自驾 travel trip tour vacation journey
日本 东京 japan tokyo
美国 硅谷 america usa
香港 台湾 澳门 hongkong taiwan
北京 首都 帝都 京城 北漂 beijing capital
上海 魔都 shanghai
深圳 广州 广东 shenzhen guangzhou
家乡 老家 故乡 回家 回老家 hometown home
城市 一线城市 大城市 city
离开 告别 再见 搬走 逃离 leave goodbye farewell departure
春节 过年 新年 除夕 元旦 spring_festival new_year
生日 岁 年龄 birthday age
飞机 机票 机场 航班 flight airport plane
火车 高铁 地铁 车票 12306 train subway
汽车 开车 驾照 买车 电动车 car drive driving
酒店 住宿 民宿 hotel
美食 做饭 吃饭 做菜 菜谱 餐厅 food cook cooking recipe eat restaurant
咖啡 喝茶 茶 coffee tea
喝酒 酒 啤酒 alcohol beer drink
抽烟 戒烟 吸烟 smoking smoke
宠物 猫咪 小猫 狗狗 小狗 cat dog pet
植物 养花 花园 种菜 plant garden flower
天气 下雨 下雪 冬天 夏天 weather rain snow winter summer
电影 影评 观后感 看电影 movie film cinema
电视剧 追剧 剧集 动漫 tv series anime
音乐 吉他 钢琴 演唱会 乐器 guitar piano concert
游戏 玩游戏 主机 switch steam game gaming play
摄影 拍照 相机 单反 镜头 photography camera lens
绘画 画画 素描 drawing painting
历史 古代 朝代 history
哲学 思想 宗教 信仰 philosophy religion belief
政治 社会 国家 政府 society politics government
法律 律师 官司 维权 law legal lawsuit
诈骗 骗子 被骗 骗局 上当 scam fraud
投诉 客服 退款 售后 维权 complaint refund
快递 物流 包裹 寄 delivery express
电脑 笔记本 台式机 主机 computer laptop pc desktop
配件 装机 显卡 cpu 内存条 gpu hardware
服务器 云服务器 主机 vps 阿里云 腾讯云 +aws cloud server
树莓派 单片机 开发板 +raspberry_pi +arduino +esp32 board
智能家居 智能音箱 小爱 +homekit iot smart_home
改造 改装 折腾 自己动手 diy mod 旧物
维修 修理 坏了 故障 fix repair broken
耳机 音箱 降噪 headphone speaker airpods
手表 手环 watch apple_watch
平板 ipad tablet
充值 会员 订阅 vip subscription membership
账单 记账 开销 bill accounting expense
隐私 个人信息 泄露 privacy leak
监控 报警 告警 monitor alert alarm monitoring
云存储 网盘 对象存储 坚果云 +dropbox +webdav oss s3 cloud_storage
图床 图片上传 image_hosting
虚拟机 模拟器 沙箱 virtual_machine vm emulator simulator
容器 +docker 镜像 +kubernetes +k8s container image
操作系统 +linux +ubuntu 系统 内核 os kernel +debian
双系统 重装系统 装系统 u盘 dual_boot reinstall
字体 中文字体 font fonts typeface
输入法 打字 拼音 input_method ime typing type
表情 emoji 表情包
颜色 配色 暗色 夜间模式 深色模式 color dark_mode dark
动画 动效 过渡 特效 animation transition effect
布局 排版 对齐 居中 layout align center flex grid
滚动 下拉 上拉 无限加载 scroll scrolling
图标 icon favicon logo
圆角 边框 阴影 border radius shadow
懒加载 延迟加载 首屏 lazy lazyload
组件 控件 视图 component widget view
状态 状态管理 state +redux +vuex store
生命周期 回调 lifecycle 前后台 后台 前台 background foreground
页面跳转 返回键 activity 界面 ui 界面设计
用户界面 主线程 ui线程 ui thread main_thread
消息循环 消息机制 handler looper event_loop eventloop
事件 监听 点击事件 event listener handler
表单 输入框 校验 验证 form input validate validation
注入 依赖注入 injection inject
切面 拦截器 过滤器 aop interceptor filter
框架 脚手架 框架选型 framework +spring +django +rails
动态库 静态库 dll so library 加载
远程连接 远程登录 ssh remote telnet
端口 占用 端口转发 port
防火墙 白名单 黑名单 firewall whitelist blacklist 限制
限制 禁止 屏蔽 拦截 禁用 disable block restrict forbid ban
允许 放行 许可 allow permit enable
隐藏 显示 看不见 不显示 hide show hidden visible invisible
生效 不生效 没效果 没用 无效 失效 not_work work effect
失败 不成功 无法 不能 不行 fail failed cannot unable
奇怪 诡异 坑 踩坑 bug 问题 weird strange issue problem pitfall
愚蠢 低级错误 粗心 犯傻 stupid silly mistake
原因 为什么 根源 真相 reason cause why root_cause
解决 搞定 处理 办法 方案 方法 solve solution fix resolve workaround
原理 机制 底层 内部 剖析 深入 principle internals in-depth mechanism
区别 差异 不同 对比 差别 difference compare comparison versus vs
优缺点 好处 坏处 优势 劣势 pros cons advantage
选型 选择 推荐 哪个好 which choose best
经验 教训 心得 体会 experience lesson
案例 实例 例子 示例 example sample case
实践 实战 动手 practice hands-on
标准 规范 约定 规则 standard convention rule spec
架构 设计 系统设计 architecture design
重构 老代码 遗留 屎山 refactor legacy
简单 容易 轻松 simple easy simply
复杂 困难 难 麻烦 complex difficult hard complicated
新手 小白 菜鸟 newbie beginner novice
第一次 首次 初次 first
最后 最终 终于 final finally last
年轻 青春 大学时代 young youth
名字 命名 起名 叫什么 name naming
人名 作者 作家 author writer
数据结构 算法题 刷题 leetcode algorithm data_structure
面试题 笔试 题目 刷题 question quiz
概率 统计学 期望 probability statistics
矩阵 向量 线性代数 matrix vector linear_algebra
微积分 导数 积分 calculus derivative
几何 三角形 圆 geometry
质数 素数 因数 prime number_theory
图形 三维 渲染 opengl 3d graphics render
声明 定义 declare define definition
导出 导入 模块 module export import
全局 局部 作用域 闭包 global scope closure
复制 拷贝 深拷贝 浅拷贝 克隆 copy clone
引用 传值 按值 reference pass
并行 多核 cpu parallel core
信号 中断 signal interrupt
套接字 网络编程 连接 socket tcp udp connection
长连接 心跳 实时 websocket realtime heartbeat
服务端推送 推送 push
文件系统 挂载 分区 filesystem mount partition
权限不足 拒绝访问 permission denied forbidden
用户 客户 使用者 user customer client
产品 产品经理 需求 product requirement
设计师 美工 原型 设计稿 designer prototype +figma +sketch
项目 工程 项目管理 project
进度 排期 工期 schedule deadline
企业 公司 单位 company enterprise business
标题 题目 名称 title heading
开头 前缀 起始 prefix start begin
符号 特殊字符 转义 symbol escape character
换行 空格 空白 缩进 newline whitespace space
注释 备注 说明 comment remark
模块化 解耦 拆分 modular decouple
扩展性 可维护 维护 maintain maintainable maintenance
签名 验签 数字签名 sign signature
混淆 加固 反编译 逆向 破解 obfuscate decompile reverse crack
调用 互相调用 跨语言 jni ffi native 原生
内存映射 共享内存 进程间通信 跨进程 ipc shared_memory aidl
广播 通知 broadcast 订阅
地区 国际化 本地化 多语言 语言 locale i18n localization
夏令时 时差 utc timezone
浏览器插件 油猴 chrome_extension userscript tampermonkey
自动登录 记住密码 单点登录 sso
验证码 短信 captcha sms
爬取 反爬 封ip antispider ban
数据恢复 误删 找回 recover undelete
断电 停电 意外 power_outage
多屏 外接显示器 扩展屏 monitor
降温 散热 风扇 发热 heat fan cooling
保存 存储 存放 持久化 save store persist storage
加载 读取 载入 load read loading
发送 发出 传输 发给 send transfer transmit
接收 收到 接受 receive accept
打开 开启 启用 open enable turn_on
关闭 关掉 禁用 close disable turn_off
显示 展示 呈现 show display render
等待 等候 阻塞 wait block blocking
检查 检测 判断 确认 check detect determine verify
选中 勾选 单选 复选 select checkbox option
移动 搬运 转移 迁移 move migrate
拆分 分割 切分 分开 split divide
合并 整合 汇总 合在一起 merge combine
分享 共享 转发 share sharing
隔离 独立 互不影响 isolate isolation sandbox
嵌套 嵌入 内嵌 nested embed embedded
包装 封装 wrap wrapper encapsulate
解析 分析 parse parser parsing
生成 产生 创建 新建 create generate make
销毁 释放 回收 destroy release free dispose
初始化 初始 init initialize
判断 条件 分支 if condition conditional
并集 交集 差集 union intersection
左连接 内连接 关联查询 join
子查询 聚合 分组 group_by aggregate
存储过程 触发器 procedure trigger
读写分离 主从 从库 master slave replica replication
连接池 连接数 connection_pool
游标 批量 批处理 batch bulk
幂等 重复提交 重复请求 idempotent
雪崩 穿透 击穿 cache_penetration
乐观锁 悲观锁 版本号 optimistic_lock
分布式锁 setnx redlock distributed_lock
唯一编号 自增 雪花 uuid snowflake id
热点 高并发 秒杀 flash_sale
灰度 蓝绿 金丝雀 canary
链路追踪 调用链 tracing trace
配置中心 +apollo +nacos
网关 gateway
接口文档 swagger openapi
接口测试 postman 调试接口
参数校验 validation validator
拦截 过滤 中间件 middleware
钩子 hook hooks
响应式 双向绑定 数据绑定 vue mvvm reactive
虚拟列表 长列表 大量数据 virtual_list
服务端渲染 ssr 同构
单页应用 单页 spa
打包 代码分割 按需加载 +webpack +vite +rollup
转译 babel 语法转换 es6 es5
原型链 原型 prototype
作用域 变量提升 hoisting
this 指向 绑定 bind
箭头函数 匿名函数 lambda arrow
高阶函数 函数式编程 functional
不可变 immutable
枚举 常量 enum
结构体 struct
通道 channel goroutine
所有权 借用 生命周期 +rust ownership borrow
智能指针 引用计数 shared_ptr unique_ptr smart_pointer
内存对齐 字节对齐 alignment padding
字节序 大端 小端 endian
栈帧 汇编 寄存器 assembly register
编译器 解释器 虚拟机 compiler interpreter
语法树 词法 语法分析 ast lexer grammar
类加载 字节码 classloader bytecode jvm
动态代理 代理模式 proxy
装箱 拆箱 包装类 boxing unboxing
装饰器 decorator
上下文管理 with context_manager
虚拟环境 virtualenv venv conda pyenv
包管理 pip npm yarn brew apt package_manager
换源 镜像源 国内源 下载慢 mirror
数据框 pandas dataframe numpy
绘图 画图 作图 plot matplotlib ggplot ggplot2
回归 线性回归 分类 regression classification
聚类 降维 clustering kmeans pca
过拟合 正则化 overfitting
卷积 图像分类 cnn convolution
强化学习 奖励 reinforcement_learning
自然语言处理 文本分析 分词 nlp
向量 相似度 嵌入 embedding similarity
词频 词云 wordcloud
假设检验 显著性 p值 hypothesis
抽样 样本 调查 sampling survey
时间序列 预测 趋势 forecast time_series predict
网络流 最大流 匹配 max_flow
字符串匹配 kmp 后缀 suffix
前缀和 差分 树状数组 prefix_sum
并查集 连通 union_find
快速幂 取模 模运算 modulo
高精度 大数 大整数 bigint big_integer
组合数 排列 组合 permutation combination
博弈 博弈论 游戏策略 game_theory
暴力 枚举 穷举 brute_force
时间复杂度 空间复杂度 复杂度 complexity big-o
二分 折半 binary_search bisect
滑动窗口 双指针 two_pointers sliding_window
最大公约数 gcd 欧几里得
背包 最长公共子序列 knapsack lcs
拓扑排序 依赖顺序 topological
启发式 模拟退火 遗传算法 heuristic
水塘抽样 蓄水池 reservoir
布隆过滤器 判重 bloom_filter
限速 令牌桶 漏桶 token_bucket rate_limiter
最小化 窗口管理 平铺 tiling tmux
分屏 多窗口 会话 tmux screen
后台运行 挂起 nohup 守护 background
管道 重定向 文本处理 pipe awk sed grep
批量重命名 批量修改 rename
查找文件 搜文件 find locate everything
权限 属主 chmod chown permission
软链接 硬链接 快捷方式 symlink hardlink shortcut
开机启动 自启动 服务 systemd autostart startup
进程管理 守护 pm2 supervisor
抓取日志 日志分析 elk
时钟 时间同步 ntp clock
性能分析 火焰图 剖析 profile profiling profiler perf
内存分析 堆转储 heap_dump
编码规范 代码质量 sonarqube lint
持续集成 自动构建 流水线 自动部署 ci +jenkins +travis +github_actions pipeline
钓鱼 社工 仿冒 phishing
注入攻击 sql注入 sqli injection
跨站脚本 xss csrf
渗透 漏洞利用 提权 exploit pentest ctf
逆向 反汇编 破解 reverse ida
隐写 取证 forensics steganography
公钥 私钥 非对称 rsa public_key private_key
数字证书 握手 tls 中间人 mitm
双因素 两步验证 动态口令 2fa otp totp
暴力破解 撞库 弱密码 brute_force
拒绝服务 流量攻击 ddos cc攻击
备案 域名解析 cdn dns
加速 访问慢 国内访问 cdn
图文 插图 配图 图片 image figure
流程图 时序图 画图 mermaid plantuml diagram
数学公式 公式 latex mathjax katex
代码高亮 语法高亮 highlight syntax
目录 标题导航 toc
短代码 shortcode
文章加密 密码访问 加密文章
相关文章 推荐阅读 related
友链 友情链接 blogroll
多语言 双语 翻译 i18n
评论系统 disqus gitalk utterances giscus valine waline twikoo
部署博客 自动发布 github_actions netlify vercel pages
归档 分类 标签 archive category tag
访问统计 不蒜子 google_analytics umami
音乐播放器 背景音乐 aplayer
置顶 精选 sticky pin
页脚 底部 footer
头像 昵称 avatar
打赏 赞赏 捐赠 donate sponsor
表达式 正则表达式 regexp
排版 中文排版 空格 typography
演示文稿 幻灯片 slidev reveal slides
论文 学术 文献 paper citation 参考文献
动手做 手工 木工 diy
手账 日记 日志 diary journal
随笔 杂谈 碎碎念 闲聊 essay
吐槽 抱怨 不满 complain rant
推荐 安利 种草 好用 recommend
测评 评测 开箱 体验 使用感受 review unboxing
对比评测 选购 购买建议 buying
清单 列表 合集 汇总 list collection
资源 素材 网站推荐 resource
冷知识 趣事 有趣 好玩 fun interesting
感谢 感恩 致谢 thanks grateful
道歉 抱歉 sorry apology
故事 经历 往事 回忆 story memory experience
童年 小时候 长大 childhood
父亲 爸爸 father dad
母亲 妈妈 mother mom
夫妻 爱人 伴侣 couple partner
怀孕 出生 生孩子 pregnant birth baby
幼儿园 小学 上学 kindergarten school
高中 初中 高考 high_school
考研 研究生 导师 博士 graduate phd
留学 出国 移民 签证 abroad visa
实习 实习生 校招 intern internship
试用期 入职 转正 probation
绩效 考核 晋升 升职 promotion performance kpi okr
中年 三十岁 35岁 midlife age
内卷 躺平 竞争 压力 competition
自由 独立 选择 freedom
勇气 坚强 克服 courage
善良 帮助 好人 kind help
礼物 送礼 gift present
节日 中秋 端午 国庆 holiday festival
周末 休息 放假 weekend rest holiday
早起 早晨 清晨 morning
晚上 深夜 夜里 night
步行 散步 走路 walk
露营 户外 帐篷 camping outdoor
海边 沙滩 大海 beach sea
寺庙 古镇 景点 temple sightseeing
地震 火灾 灾难 洪水 earthquake disaster
战争 军事 war
环保 垃圾 污染 environment pollution
太空 宇宙 火箭 天文 space universe
经济 市场 通胀 economy market inflation
税 个税 社保 公积金 tax insurance
保险 理赔 insurance claim
信用卡 银行 转账 bank credit_card
贷款 欠债 利息 loan debt
彩票 赌博 gambling lottery
牙齿 牙医 拔牙 tooth dentist
眼睛 近视 视力 eye eyesight glasses
腰 颈椎 久坐 坐姿 back posture
头发 脱发 hair
饮食 营养 蔬菜 水果 diet nutrition fruit
火锅 烧烤 面条 米饭 noodle rice
面包 蛋糕 烘焙 bread cake baking
外卖 订餐 点餐 takeout
跑得慢 耗时 花时间 效率低 slow time-consuming
节省 省下 减少 降低 reduce save decrease lower
增长 提高 上升 增加 increase improve raise
避免 防止 预防 避开 avoid prevent
绕过 规避 跳过 bypass skip workaround
忽略 忽视 无视 ignore
遗漏 漏掉 忘记 forget miss
误解 误区 误会 misunderstanding misconception
迷惑 困惑 疑惑 confused confusing
巧妙 优雅 简洁 elegant neat concise
粗暴 简陋 凑合 dirty hack
快速 迅速 立刻 马上 fast quick quickly rapid
实时 立即 即时 realtime instant
稳定 可靠 靠谱 stable reliable
安全 危险 风险 safe danger risk security
有效 有用 管用 effective useful
重要 关键 核心 important key critical
必要 必须 需要 necessary must
常见 经典 典型 common classic typical
通用 统一 标准化 general unified
自定义 定制 个性化 custom customize
默认 缺省 default
可选 可有可无 optional
公开 公共 public
私有 私人 private
本地 本机 local localhost
远程 远端 remote
线上 生产环境 线上环境 production prod online
线下 测试环境 开发环境 staging dev
开始 开头 启动 begin start
结束 完成 结尾 end finish complete
全部 所有 完整 all whole entire
部分 局部 一段 part partial
多个 几个 若干 multiple several
单个 一个 single one
嵌套 层级 多层 nested level hierarchy
根目录 顶层 root
父级 上级 parent
子级 下级 child
左边 左侧 left
右边 右侧 right
顶部 上面 top
底部 下面 bottom
中间 中央 middle center
横向 水平 horizontal
纵向 垂直 vertical
旋转 翻转 rotate flip
缩放 放大 缩小 zoom scale
裁剪 剪裁 crop
透明 透明度 transparent opacity
模糊 毛玻璃 blur
渐变 gradient
闪烁 抖动 跳动 flicker jitter shake
拉伸 变形 失真 stretch distort
错位 偏移 对不齐 misaligned offset
遮挡 覆盖 挡住 overlap cover
点不动 无法点击 点击无效 unclickable
黑屏 白屏 花屏 black_screen blank_screen
声音小 没声音 无声 sound silent
打不开 无法访问 访问不了 连不上 inaccessible unreachable
找不到 不存在 404 not_found missing
无权 没权限 403 401 forbidden unauthorized
服务器错误 500 502 504
断开 掉线 连接断开 disconnect disconnected
偶发 偶现 时好时坏 随机出现 intermittent flaky
复现 重现 reproduce
排除 定位问题 追查 investigate
教学 讲解 演示 explain demo demonstration
翻译 译文 原文 translation
引用 摘录 名言 quote
书签 收藏 收藏夹 bookmark favorite
密码管理 记密码 1password keepass bitwarden
清理 清空 打扫 clean clear purge
垃圾邮件 骚扰 spam
群发 批量发送 bulk
电话 号码 通话 打电话 phone call number
名片 通讯录 联系人 contact contacts
日程提醒 闹钟 alarm reminder
倒计时 计时器 秒表 countdown timer
计算器 算术 calculator arithmetic
天气预报 天气 weather forecast
词典 查单词 字典 dictionary
拼写 错别字 拼写错误 spelling typo
朗读 听书 有声书 audiobook
播客 电台 podcast radio
电视 机顶盒 投屏 tv cast
路由 刷机 openwrt router firmware
刷机 固件 越狱 root firmware jailbreak
插座 电源 充电器 充电宝 power_supply charger
焊接 电路 电路板 芯片 solder circuit chip pcb
电机 舵机 马达 motor servo
灯 灯泡 台灯 led light
温度 湿度 传感器 temperature humidity sensor
无人机 航拍 drone
机械臂 机器人 控制 robot arm
自动驾驶 无人车 autonomous
仿真 模拟 simulation simulate simulator
+emacs org-mode spacemacs elisp 编辑器
宏 元编程 macro metaprogramming
函子 单子 monad functor 函数式 haskell
类型系统 类型推导 静态类型 type_system inference
模式匹配 解构 destructuring pattern_matching
尾递归 栈溢出 tail_call stack_overflow
惰性 求值 lazy evaluation
副作用 纯函数 side_effect pure
共识 选主 选举 raft paxos consensus leader_election
一致性哈希 哈希环 consistent_hashing
分区容错 可用性 cap base 最终一致
快照 检查点 snapshot checkpoint
预写日志 wal binlog redo
日志结构 lsm b树 b+树 btree
列存储 数据仓库 数仓 olap hive warehouse
大数据 hadoop spark flink mapreduce
流处理 流式 实时计算 streaming
偏移量 消费者 生产者 消费组 offset consumer producer
顺序消费 消息丢失 重复消费
零拷贝 sendfile zero-copy
多路复用 非阻塞 epoll select nio io
事件驱动 reactor netty libuv
信号量 条件变量 semaphore
原子 自旋 cas atomic spin
内存模型 可见性 volatile happens-before
读写锁 互斥量 rwlock
死循环 cpu飙高 占用高 cpu_usage 100%
句柄 文件描述符 泄漏 fd too_many_open_files
僵尸进程 孤儿进程 zombie
系统调用 内核态 用户态 syscall
虚拟内存 分页 页表 swap
缓存行 伪共享 局部性 cache_line
编译优化 内联 inline
交叉编译 移植 cross-compile porting arm
静态检查 静态分析 static_analysis
模糊测试 fuzzing
测试驱动 tdd bdd
打桩 模拟对象 mock stub
覆盖率 coverage
端到端测试 界面测试 ui测试 e2e +selenium +cypress +playwright
压测工具 jmeter wrk ab locust
命令行参数 选项解析 flag argparse cobra getopt
配置文件 yaml toml ini viper
序列号 编号 流水号 serial
模板字符串 字符串拼接 string_builder
结构化日志 zap logrus logging
错误处理 errors panic recover
超时控制 取消 context
优雅退出 信号处理 graceful_shutdown
连接复用 长连接 keep-alive
文件监听 文件变化 监视 watch fsnotify inotify
热部署 自动重启 live_reload
跨平台 多平台 cross-platform electron qt
桌面应用 客户端 gui electron wpf winform
游戏开发 游戏引擎 +unity +unreal
精灵 贴图 纹理 sprite texture
碰撞 物理引擎 重力 collision physics
寻路 路径规划 astar pathfinding
着色器 光照 阴影 shader lighting
帧率 掉帧 fps frame_rate
骨骼动画 蒙皮 skeletal
相机 视角 镜头跟随 camera
存档 读档 存储进度 playerprefs
资源加载 资源包 assetbundle asset
热更新 lua xlua hotfix
编辑器扩展 inspector editor
委托 事件 回调 delegate event
扩展方法 分类 extension category
可选值 解包 optional unwrap
协议 接口 抽象 protocol interface
自动引用计数 arc retain_cycle 循环引用
运行时 消息转发 runtime
多线程 队列 gcd dispatch nsoperation
列表 表格视图 复用 uitableview tableview collectionview recyclerview listview
自动布局 约束 autolayout constraint
视图控制器 页面 viewcontroller
启动图 启动页 开屏 splash launch_screen
深链接 唤起 打开应用 deep_link universal_link scheme
应用内购买 内购 iap in-app_purchase
证书签名 描述文件 打包 provisioning codesign
依赖管理 cocoapods spm carthage
开发者大会 发布会 wwdc keynote
组件通信 跨组件 父子组件 props emit
路由守卫 权限控制 动态路由
表单提交 重复点击 防重复
图片压缩 图片懒加载 webp
大文件上传 分片上传
下载文件 导出文件 blob
剪切 粘贴 clipboard
浏览器存储 本地存储 localstorage indexeddb
渲染机制 重排 重绘 回流 reflow repaint
事件冒泡 事件委托 捕获 bubble delegation
执行顺序 微任务 宏任务 event_loop
精度丢失 浮点误差 0.1
日期格式化 moment dayjs
隐式转换 类型判断 typeof instanceof
继承方式 extends class
模块规范 commonjs esm
包体积 打包体积 bundle_size tree-shaking
网页性能 首屏时间 lighthouse web_vitals
无障碍 可访问性 a11y accessibility
打字机 逐字 打字效果 typewriter
瀑布流 网格 masonry grid
吸顶 固定定位 粘性 sticky fixed
文字溢出 省略号 截断 ellipsis truncate
清除浮动 浮动 float bfc
垂直居中 水平居中 center
像素 分辨率 高清屏 retina dpi px
媒体查询 断点 breakpoint
伪元素 伪类 before after
选择器 优先级 selector specificity
预处理器 sass less scss
网络请求 拦截器 +axios fetch
轮询 长轮询 polling
断线重连 重连 reconnect
翻墙 梯子 科学上网 shadowsocks ss v2ray trojan wireguard 代理
加速器 提速 拥塞控制 bbr 内核
全局代理 透明代理 iptables tproxy
内网穿透 外网访问 frp ngrok 公网 端口映射
动态域名 ddns 公网ip
局域网 组网 内网 lan vlan
路由表 网段 子网 subnet routing
抓包分析 数据包 +tcpdump +wireshark packet
延迟高 丢包 ping latency packet_loss
测速 网速 带宽 bandwidth speedtest
广告屏蔽 去广告 adblock adguard pihole
网络存储 群晖 nas synology samba
磁盘阵列 raid lvm
备份方案 增量备份 rsync borg
同步文件 多设备 syncthing nextcloud
下载器 磁力 种子 bt aria2 torrent
家庭影院 媒体服务器 plex jellyfin emby
旧手机 旧电脑 废物利用 闲置 old
树莓派 开发板 gpio
固态硬盘 机械硬盘 ssd hdd
内存条 升级内存 ram
黑苹果 hackintosh
触摸板 手势 trackpad
键盘布局 键位 改键 remap keymap karabiner autohotkey
窗口切换 多桌面 虚拟桌面 workspace
启动器 快速启动 alfred wox launcher
终端美化 oh-my-zsh powerline prompt
配置同步 dotfiles 备份配置
字体渲染 等宽字体 编程字体 nerd_font
双拼 五笔 拼音 rime 输入法
护眼 色温 夜间 night_shift
统计学 统计 statistics r语言 rstats
数据清洗 脏数据 缺失值 cleaning missing
假设 因果 相关性 causal correlation
置信区间 方差 标准差 variance
贝叶斯 先验 后验 bayesian prior
蒙特卡洛 采样 模拟 monte_carlo mcmc
随机森林 决策树 tree forest xgboost
梯度下降 优化器 学习率 gradient_descent
反向传播 激活函数 backpropagation
循环神经网络 序列 rnn lstm transformer attention
目标检测 人脸识别 yolo face
图像处理 滤镜 opencv
语言模型 预训练 bert gpt
文本分类 情感分析 sentiment
推荐系统 协同过滤 recommender
知识图谱 实体 knowledge_graph
生成图片 文生图 stable_diffusion midjourney
本地模型 私有部署 ollama
检索增强 外挂知识 rag
智能编程 编程助手 copilot cursor claude
函数调用 工具调用 function_calling mcp
token 词元 分词 计费
论文写作 写论文 latex bibtex
动态文档 可重复 knitr rmarkdown bookdown
在线书 写书 出书 gitbook bookdown book
作图 可视化 图形 ggplot plot
同行评审 投稿 期刊 peer_review journal
开会 学术会议 conference
审稿 拒稿 reject
移民 绿卡 签证 身份
英文 中文 翻译 语法
诗词 古诗 唐诗 宋词 诗歌 poem poetry
书法 毛笔 写字 calligraphy
武侠 金庸 小说
科幻 三体 sci-fi
传记 人物 biography
鸡汤 励志 inspire
谣言 辟谣 真相 rumor truth
新闻 媒体 记者 news media journalist
微博 推特 社交网络 twitter weibo social
知乎 论坛 问答 社区 forum community stackoverflow
朋友圈 社交 点赞 like
手机上瘾 刷手机 沉迷 addiction
极简 断舍离 扔东西 minimalism
冥想 静心 专注 meditation focus
番茄钟 番茄 专注 pomodoro
心流 状态 flow
记忆 背单词 记不住 anki memory
费曼 学习方法 方法论 methodology
批判性思维 逻辑 思维 thinking logic
幸存者偏差 偏见 bias
拖稿 更新频率 断更 坚持写
博客搬家 换博客 迁移博客 wordpress
域名续费 备案 abandoned
老同学 聚会 同学聚会 reunion
相册 老照片 怀旧 回忆 nostalgia
奶茶 零食 糖 sugar snack
川菜 辣 辣椒 spicy
厨房 锅 刀 厨具 kitchen
蚊子 虫子 老鼠 insect bug mouse
猫 狗 鸟 鱼 cat dog bird fish
房东 租客 室友 合租 roommate landlord
邻居 小区 物业 neighbor
堵车 停车 违章 traffic parking
驾校 科目二 考驾照 driving_test
剪头发 理发 haircut
丢手机 丢钱包 失窃 小偷 stolen theft
排队 人多 拥挤 queue crowd
加班费 劳动法 仲裁 labor
老板画饼 期权 股权 stock_option equity
开公司 注册公司 营业执照 company
外包 接单 甲方 outsourcing client
开发效率 人月 人手 团队规模
技术债务 烂代码 维护 technical_debt
过度设计 简单设计 kiss yagni overengineering
单一职责 开闭原则 solid
领域驱动 ddd 限界上下文 domain-driven
事件溯源 cqrs event_sourcing
洋葱架构 分层 六边形 layered clean_architecture
前后端分离 接口约定
多租户 saas tenant
权限系统 角色 rbac role
工作流 流程 审批流 workflow bpm
规则引擎 策略 rule_engine
低代码 无代码 low-code
国产 信创 国产化
开源协议 gpl mit apache
版本号 语义化版本 semver
变更日志 更新日志 changelog release_notes
单仓库 多包 monorepo lerna
子模块 submodule subtree
大文件 git_lfs lfs
忽略文件 gitignore
提交规范 提交信息 commit_message conventional
误提交 撤回 找回 reflog reset
多账号 多个账户 ssh_key
手下 下属 下级 部下 员工 组员 带人 带团队
没劲 没劲头 提不起劲 没动力 激励 积极性 士气 干劲 主动性 motivation
偷懒 摸鱼 磨洋工 混日子 划水 怠工
放手 放权 委派 下放 甩手 +授权 delegate
骂人 批评 训斥 责备 挨骂 指责
夸人 表扬 赞美 夸奖 称赞 鼓励 认可 praise
不听话 不服管 刺头 难管 难搞
新官 新经理 刚当领导 一线经理 带人 管理者 主管 组长
一对一 谈心 面谈 聊一聊 谈话 1on1 one-on-one
开除 炒掉 辞退 炒鱿鱼 解雇 劝退 裁员
赔偿 补偿 补偿金 n+1 赔钱
升职 升迁 提拔 往上爬 职级 职业发展
没前途 没出路 看不到头 天花板 职业瓶颈 瓶颈期 迷茫
转行 改行 换行业 转型 换赛道 转岗 career_change
挑刺 找茬 挑毛病 刁难 穿小鞋 职场霸凌
甩锅 背锅 推卸 推责 踢皮球 推诿 扯皮 责任
抢功 功劳 邀功 背后捅刀 勾心斗角
拍马屁 讨好 奉承 巴结 阿谀
站队 派系 帮派 山头 小圈子
画饼 空头支票 许诺 忽悠 承诺
管太细 事无巨细 盯着 微观管理 micromanagement
当官 官僚 官僚主义 形式主义 层级 bureaucracy
打杂 杂活 琐事 跑腿 脏活累活
忙不过来 忙死 太忙 忙碌 事情多 事太多 应接不暇 超负荷
优先级 轻重缓急 要紧 四象限 排优先级 priority
打断 打扰 干扰 分心 走神 不专心 注意力 专注 interruption
开不完 会太多 站会 例会 晨会 会议
意见不合 吵架 争吵 争执 分歧 +冲突 矛盾 争论
难相处 处不来 合不来 人际关系 人际 相处 为人处世
说服 劝说 劝人 打动 影响力 persuade
谈判 砍价 讨价还价 谈价 讲价 还价 议价 negotiate
催 催促 催人 跟进 推动 拖着不办
不配合 推不动 推动 跨部门 协同 配合 对齐
说清楚 讲明白 讲清楚 讲不清 听不懂 表达能力 沟通
汇报 向上管理 跟老板说 报告工作 managing_up
跳来跳去 频繁跳槽 职业规划 履历 简历
介绍自己 面试官
猎头 内推 招聘网站 投简历 海投 求职
面不上 没通过 落选 拒信 面试
问面试者 考察 面试官 看人 识人 招聘 用人
要价 期望薪资 谈薪 薪酬 工资
年终奖 奖金 分红 bonus 绩效
期权 股份 干股 股权激励
加班费 调休 补休 加班
请假 休假 年假 病假 事假
上下班 通勤 路上时间 单程 commute
朝九晚五 打卡 考勤 坐班 弹性工作
在家上班 在家干活 远程办公 居家办公 远程工作 异步沟通
数字游民 旅居 自由职业 nomad
外快 副业 赚外快 私活 接私活
自己干 单干 自立门户 创业 独立开发 个体户 indie
一人公司 indie_hacker 独立开发
合伙 合伙人 搭档 散伙 拆伙 股权
拉投资 融资 找钱 风投 天使轮 投资人 venture_capital
倒闭 破产 关门 黄掉 创业失败
没人用 没用户 没人买 冷启动 增长 获客 推广
找客户 拉客户 拉新 获客 客源 销售
卖东西 推销 销售 销售员 卖货 带货 sales
定价 报价 开价 收费标准 pricing
回头客 老客户 留存 复购 忠诚度 retention
名声 口碑 信誉 声誉 名气 reputation
牌子 名牌 品牌 商标 brand
抢生意 对手 同行 竞品 竞争对手 competitor
垄断 独占 一家独大 巨头 寡头 monopoly
大厂 大公司 巨头 名企
小公司 小作坊 创业公司 初创
国企 体制内 铁饭碗 公务员 事业单位 编制 考公
外企 外资 跨国公司
稳定工作 安稳 铁饭碗
退休 养老金 退休金 不上班 提前退休 retire
财务自由 财富自由 不用上班 提前退休
躺平 不想上班 不想努力 佛系 摆烂
不想上班 厌班 倦怠 职业倦怠 burnout
累垮 累倒 透支 过劳 猝死 过度劳累 职业倦怠
老油条 资深 老员工 老手 元老
老人走 骨干离开 人才流失 流失率 留人 离职率 turnover
接班 接手 接盘 交接 继任 移交
带新人 师傅 导师 带徒弟 师徒 mentor 新人
实习生 学徒 新手上路 应届生 校招生 毕业生
刚毕业 职场新人 初入职场 应届生
转正 考核期
打小报告 告密 举报 投诉 爆料
泄密 保密 商业机密 保密协议 nda
竞业 竞业协议 竞业限制 违约金
劳动合同 签合同 合同 违约 解约
办公室 工位 写字楼 办公环境
团建 聚餐 年会 破冰 凝聚力
企业文化 价值观 公司氛围 风气 氛围 culture
信任 靠得住 信得过 互信 可信
心理安全 不敢说 敢说真话 说真话 安全感
反馈 提意见 指出毛病 意见
决策 拍板 拿主意 做主 决断 decision
拖延 磨蹭 拖拉 往后推 拖沓
赶工 赶进度 赶时间 截止日期 死线 期限 deadline
延期 跳票 拖期 做不完 来不及 延误 delay
加人 人手不够 缺人 人不够 人手 人月神话
外包 外派 驻场 乙方
瞎指挥 外行 不懂技术
改需求 需求变更 变来变去 反复改 需求蔓延 scope_creep
做错 搞砸 捅娄子 闯祸 失误 事故 出事
追责 问责 处罚 罚款 惩罚 无责 blameless
事后总结 事故复盘 复盘 事故报告 postmortem
流程 规矩 章程 制度 规章 流程化 sop
打分 指标 考核 度量
效率低 低效 没效率 白忙 无用功 瞎忙 假忙
高效 做得快 产出 生产力 productivity
会做事 能力强 优秀员工 高手 牛人 大牛 顶尖
半吊子 水平差 能力不足 水货 不称职
冒名顶替 心虚 不配 冒牌者 imposter
专家 行家 权威 专业人士 资深
全才 通才 多面手 全栈 t型 复合型 generalist
接地气 落地 执行力 实干
大局观 格局 战略 眼光 长远 远见
眼光短 短视 急功近利 只看眼前 长期主义 短期利益
创新 新点子 出主意 点子 灵感 创意 头脑风暴 idea brainstorm
攒钱 存钱 储蓄 存款 省吃俭用 积蓄 储蓄率 saving
没钱 缺钱 穷 贫穷 贫困 拮据 囊中羞涩 poverty
有钱人 富人 富豪 土豪 富裕 财富 wealth
发财 致富 暴富 赚大钱 财富
乱花钱 大手大脚 月光 月光族 冲动消费 消费主义 挥霍
剁手 买买买 +消费 消费主义
抠门 节俭 小气 省钱 吝啬 节约
借钱 借债 欠钱 负债 网贷 贷款 还债 还钱
要账 讨债 催收 欠薪 讨薪
理财 打理钱 资产配置 投资组合 理财产品
定投 基金 指数基金 etf
炒股 股市 大盘 a股 美股 牛市 熊市 行情
套牢 亏钱 赔钱 亏损 割肉 止损
赚钱 盈利 收益 回报 收益率 挣钱
利滚利 复利 利率 利息 compound
涨价 物价 通货膨胀 通胀 贬值 钱不值钱 不值钱 购买力
汇率 换汇 外汇 换钱 美元
黄金 金价 避险 金条
保险 买保险 重疾险 医疗险 保单 投保
养老 养老金 老龄 老龄化
记账 记流水账 花到哪 收支 账本 复式记账 +beancount
预算 花费计划 开支 支出 消费 开销
报税 退税 交税 缴税 税收 纳税 税务
银行卡 开户 储蓄卡 转账
冻结 封卡 冻卡 解冻
刷卡 信用卡 还款 分期 账单
信用 征信 老赖 信用分 信用记录
骗钱 诈骗 杀猪盘 电信诈骗 庞氏 传销
割韭菜 韭菜 收割 智商税 忽悠
空手套 投机 套利 炒作 泡沫 bubble
泡沫 崩盘 暴跌 金融危机 股灾 危机
经济不好 不景气 萧条 衰退 下行 经济危机 寒冬
抗风险 应急钱 应急金 备用金
中奖 买彩票 彩票 运气
二手 +闲鱼 旧货 转卖 卖旧 闲置
便宜货 平替 性价比 划算 白菜价
买贵 溢价 坑钱 宰客 吃亏 上当
退货 退款 换货
押金 定金 预付 退押金
红包 压岁钱 份子钱 人情 随礼
遗产 +继承 遗嘱 身后事
穷人思维 稀缺 贫穷 阶层 阶级 阶层固化
贫富 差距 不平等 两极分化 基尼 inequality
学不会 学不进去 学得慢 学习方法 学习效率
记不住 记性差 忘性 健忘 记忆力 遗忘 遗忘曲线 间隔重复
背 背诵 背书 死记硬背 记忆 默写
记忆卡片 闪卡 间隔重复 复习 +anki spaced_repetition
温习 复习 巩固 回顾 重温
走神 不集中 坐不住 多动 adhd
专心 集中精力 全神贯注 专注力 深度工作 心流 deep_work
半途而废 没长性 放弃 毅力 恒心
坚持 毅力 持之以恒 长期 耐心
练习 刻意练习 +训练 反复练 练手 一万小时
天赋 天才 天生 聪明 智商 iq talent
笨 愚笨 脑子慢 智商 愚蠢
学霸 成绩好 尖子生 优等生 好学生
成绩差 学渣 挂科 不及格 补考 差生
学以致用 用不上 白学 实践
囤积 收藏不看 吃灰 收藏夹 知识焦虑 松鼠症
碎片化 零碎时间 碎片时间 碎片阅读 信息碎片
信息过载 信息太多 看不过来 信息爆炸 信息焦虑 降噪 overload
信息茧房 只看想看 回音室 算法推荐 同温层
提问 问问题 请教 求助 会提问
不懂装懂 装懂 达克效应 自以为 自负 一知半解
教别人 费曼 以教促学 讲给别人
思考 动脑 动脑筋 琢磨 思索 思维 深度思考
想不通 想不明白 钻牛角尖 纠结 困惑 执念
逻辑 讲道理 推理 论证 谬误 狡辩 诡辩
偏见 成见 刻板印象 先入为主 认知偏差 有色眼镜
认知 眼界 见识 视野 格局 开阔 井底之蛙
思维模型 心智模型 底层逻辑 模型思维 mental_model
本质 根本 看透 透过现象
举一反三 触类旁通 类比 融会贯通
体系 知识体系 系统化 知识网络 知识结构
好奇心 好奇 求知欲 兴趣 curiosity
兴趣 喜好 热爱 业余
网课 公开课 在线课程 慕课 mooc +coursera
培训班 补习 补习班 辅导班 教培 双减
自学 无师自通 野路子 科班 半路出家 非科班
做题 刷题 题海 习题 真题 练习题
读不懂 看不懂 晦涩 难懂 艰深 费解
读得慢 速读 阅读速度 快速阅读 读得快
读不完 看不完 弃书 书太多 囤书 待读
选书 看哪本 书目 推荐书 书单 荐书 好书
精读 细读 反复读 重读 泛读 通读
划线 批注 摘抄 做标记 读书笔记 标注
读完忘 看完忘 读书笔记 阅读方法
经典 名著 古籍 世界名著 文学名著
买书 藏书 纸质书 旧书 书店 书架 二手书
图书馆 借书 阅览室 自习室
听书 音频书 播客
漫画 连环画 日漫 条漫 comic manga
杂志 期刊 报纸 刊物 magazine
作家 写书 出版 稿费 版税
诗人 写诗 现代诗 诗集 诗歌
小说家 故事情节 人物塑造 情节 虚构 叙事
不会写 写不出来 没东西写 没灵感 卡文 写作瓶颈 选题 灵感
文笔 写得好 文采 修辞 行文 遣词造句 措辞
啰嗦 废话 冗长 简洁 精炼 言简意赅
改稿 修改文章 润色 校对 修订 编辑
错字 笔误 错别字 勘误 校对
投稿 发表 稿子 约稿 稿费 撰稿
没人看 没读者 没流量 阅读量 读者 冷清 访客
写给谁 为谁写 读者 受众
坚持写 日更 写作习惯
自媒体 公众号 头条 博主 up主 内容创作 creator
网红 博主 大v 流量 粉丝 涨粉 influencer
粉丝 关注者 订阅者 follower
抄文章 抄袭 洗稿 盗文 转载 搬运 剽窃 侵权
原创 版权 自己写 署名 知识共享 cc
匿名 笔名 网名 化名 实名 马甲
建站 搭网站 做网站 个人网站 架站 开网站 博客系统
换主题 博客主题 美化 博客美化 装修博客 外观
没人评论 互动 评论区 留言板 评论
独立博客 个人博客 自建博客 indieweb 博客圈
博客意义 记录生活
关站 停更 关闭博客 弃坑 荒废
博客文章 文章加密 私密文章
留档 存档 网页存档 死链 失效链接 archive wayback
周刊 周报 月刊 月报 每周分享 newsletter weekly
长文 深度文 专栏 系列文章 连载
标题党 耸人听闻 博眼球 噱头 clickbait
写日记 日记 每天记 晨间日记
手写 手写笔记 纸笔 笔记本 钢笔 本子
双链 双向链接 卡片笔记 卢曼 zettelkasten +obsidian +logseq +roam
笔记软件 记东西 +notion +obsidian +evernote +印象笔记 +onenote
睡不着 睡不好 翻来覆去 失眠 入睡 睡眠质量 辗转 褪黑素
睡得晚 晚睡 熬夜 通宵 不睡觉 夜猫子
起不来 赖床 早起 起床 早睡 晨型人 闹钟
困 犯困 打瞌睡 嗜睡 困倦 打盹 午睡 午休 小睡 nap
做梦 噩梦 梦境 梦见 清醒梦 解梦 梦魇
打呼噜 打鼾 呼噜 呼吸暂停 呼吸机
没精神 没力气 乏力 精神不好 无精打采 萎靡 精力 精力管理
累 劳累 乏 倦怠 身心俱疲 精疲力尽
胖 发胖 长胖 肥胖 体重 减脂 减重 超重 bmi
瘦 瘦下来 减脂 瘦身 体脂 节食 燃脂
少吃 不吃饭 节食 断食 轻断食 禁食 饥饿 fasting
吃太多 吃撑 暴饮暴食 暴食 贪吃 食欲 管住嘴
戒糖 甜食 糖分 控糖 血糖 低碳 生酮
血糖高 糖尿病 血糖 胰岛素
血压高 高血压 血压 降压药 血压计
血脂 胆固醇 血脂高 脂肪肝 三高
尿酸 痛风 嘌呤 脚趾疼
心脏病 心跳快 心慌 心悸 心梗 心率 胸闷
肚子疼 胃痛 胃病 胃炎 肠胃 腹痛 胃镜 胃疼
拉肚子 腹泻 肠道
便秘 上厕所 拉不出 肠道 肠镜
头疼 头痛 偏头痛 头晕 眩晕
感冒 发烧 咳嗽 流感 发热 着凉 嗓子疼 退烧
过敏 鼻炎 打喷嚏 花粉 鼻塞 荨麻疹 皮炎
皮肤 痘痘 长痘 护肤 湿疹 防晒 起疹子 痤疮
白头发 白发 脱发 掉发 掉头发 秃头 植发
牙疼 智齿 蛀牙 补牙 洗牙 拔牙 种牙 矫正 牙套
眼睛累 眼干 干眼 视疲劳 眼疲劳 飞蚊症 护眼
近视 看不清 度数 配眼镜 眼镜 激光手术 散光
耳朵 耳鸣 听力 听不见 耳聋 助听器
腰疼 腰痛 腰酸 背疼 腰椎 腰间盘 腰椎间盘 久坐
脖子疼 颈椎 颈椎病 落枕 肩颈 肩膀疼 低头
手腕 手疼 手麻 鼠标手 腱鞘炎 腕管 rsi
膝盖 膝盖疼 半月板 关节 关节炎 韧带
扭伤 受伤 崴脚 骨折 骨裂 拉伤 摔伤 伤病 康复 injury
坐姿 驼背 体态 站立办公 升降桌 人体工学 椅子
癌症 肿瘤 癌 化疗 恶性 晚期 恶性肿瘤 cancer
绝症 重病 重疾 病危 病逝 临终 安宁疗护
痴呆 老年痴呆 失智 认知障碍
中风 脑梗 脑出血 偏瘫 瘫痪
残疾 残障 轮椅 盲人 无障碍 聋人 disability
住院 病房 陪护 护工 陪床 出院 护士
开刀 麻醉 全麻 微创 术后 术前
挂号 看门诊 门诊 急诊 排队看病 看医生
体检 查身体 体检报告 结节
中医 中药 针灸 推拿 按摩 偏方
吃药 药物 副作用 处方 止痛药 服药 抗生素
疫苗 打针 接种 抗体 vaccine
核酸 健康码 封城 封控 +隔离
洗澡 洗头 卫生 泡澡 冷水澡
喝水 饮水 口渴 补水 饮水机
戒酒 酗酒 喝醉 宿醉 醉酒 酒量
戒烟 烟瘾 尼古丁 电子烟 烟民
上瘾 成瘾 沉迷 瘾 戒断 多巴胺 戒掉 dopamine
刷短视频 短视频 抖音 刷视频 沉迷手机 tiktok
戒手机 手机瘾 少看手机 屏幕时间 数字极简 数字排毒 screen_time
戒色 自慰 色情 性瘾
性生活 性教育 性欲 避孕
月经 痛经 姨妈 经期 生理期
孕妇 怀孕 孕期 备孕 产检 二胎 生二胎 胎儿
生孩子 分娩 剖腹产 顺产 坐月子 月子 产后 产房
丁克 不生 不要孩子 生育 生育率 少子化
长寿 寿命 活得久 抗衰老 延寿 longevity
衰老 变老 老去 年纪大 上年纪 年迈 老龄 ageing aging
中年危机 人到中年 四十岁 不惑 中年人
三十岁 而立 奔三 三十而立
临终 遗言 去世 逝世 后事 丧事 悼念
怀念 思念 悼念 缅怀 追忆 纪念
自杀 轻生 想死 不想活 自残 suicide
心情不好 心情差 低落 情绪低落 沮丧 郁闷 消沉
没意思 无聊 空虚 无趣 乏味 没意义 虚无 存在主义 boredom
迷茫 迷失 没方向 不知所措 彷徨 困惑
焦虑 发愁 心慌 惶恐 不安 忧虑 烦恼 烦躁
紧张 怯场 发抖 手抖 社恐 上台
社恐 怕生 害羞 内向 不爱说话 腼腆 社交恐惧 社交焦虑 introvert
内向 性格 外向 人格 mbti 性格测试 personality
自卑 不自信 没自信 没底气 自信 自尊 confidence
嫉妒 眼红 羡慕 攀比 比来比去 妒忌
虚荣 面子 爱面子 好面子 炫耀 显摆 攀比
后悔 懊悔 遗憾 悔恨 如果当初
愧疚 内疚 负罪感 羞耻 羞愧 亏欠
委屈 心酸 憋屈 难受 心累
想哭 哭泣 流泪 眼泪 痛哭 泪水 落泪
感动 暖心 温暖 泪目 治愈
+崩溃 撑不住 撑不下去 熬不住 绝望 走投无路
压力大 喘不过气 抗压 减压 +解压 压力
发泄 宣泄 倾诉 诉苦 吐苦水 发牢骚
放松 松弛 松弛感 +解压 休闲 relax
情绪化 情绪管理 情绪稳定 控制情绪 脾气差 暴躁 易怒
想太多 胡思乱想 多想 内耗 精神内耗 反刍 overthinking
敏感 玻璃心 钝感力 在意看法 别人眼光 高敏感
讨好 讨好型 老好人 不会拒绝 不敢拒绝 说不 边界感 +边界
不甘心 不服气 执念 放不下 释怀 放下
想开 看开 看淡 豁达 释然 淡然 坦然 顺其自然
心理医生 心理咨询 咨询师 心理治疗 心理辅导 精神科 therapy
抑郁 情绪障碍 双相 躁郁 抗抑郁
强迫 强迫症 完美主义 洁癖 追求完美 perfectionism
创伤 +阴影 心理阴影 ptsd 童年创伤
原生家庭 父母关系 家庭影响 童年创伤
安全感 没安全感 缺爱 依恋 依恋类型
自闭 自闭症 孤独症 阿斯伯格 autism
多动症 adhd 注意力缺陷
孤单 没朋友 没人陪 孤独 独处 形单影只 孤僻
独处 一个人待 独居 一个人住 独身
思乡 想家 乡愁 故乡 游子
念旧 怀旧 旧时光 从前
快乐 幸福感 满足 知足 满足感 欢乐
活着意义 人生意义 活着 存在主义 生命意义
想得开 乐观 积极 正能量 optimism
悲观 消极 负能量 悲观主义 绝望 pessimism
冒险 闯荡 舒适区 舒适圈 尝试
胆小 害怕 懦弱 胆怯 勇敢
逞强 嘴硬 倔强 固执 偏执 死板
低调 谦虚 谦逊 谦卑 虚心 humble
傲慢 骄傲 自大 狂妄 自负 自满
虚伪 伪装 假装 装样子 面具 表里不一
诚实 老实 说谎 撒谎 骗人 诚信 真诚
自私 利己 自私自利 奉献 无私
善意 好心 做好事 行善 慈善 公益 志愿者 捐款 charity
同情 同理心 共情 换位思考 体谅 将心比心 empathy
原谅 宽恕 包容 宽容 和解 forgive
报复 仇恨 恨 报仇 怨恨 记仇
尊重 尊严 体面 瞧不起 看不起 歧视 鄙视
歧视 偏见 性别歧视 种族歧视 地域黑
女权 男女平等 女性 性别 女性主义 feminism
同性恋 出柜 性取向 lgbt
运气 好运 倒霉 走运 不走运 霉运
命运 宿命 注定 算命 认命 风水 占卜
迷信 鬼 鬼神 灵异 玄学 算卦 星座 塔罗
信佛 佛教 佛学 佛经 打坐 禅 出家 和尚
基督教 上帝 圣经 教堂 信仰 基督
打坐 冥想 正念 静坐 禅修 内观 mindfulness
静不下来 浮躁 心浮气躁 静心 平静 内心平静
自律 自控力 意志力 自制力 自控 willpower
养成习惯 习惯 微习惯 习惯养成 原子习惯
坏习惯 恶习 改掉 戒除 陋习
没时间 时间不够 抽时间 挤时间 时间管理 时间分配
浪费时间 虚度 荒废 蹉跎 虚度光阴 时间流逝
时间飞逝 岁月 光阴 流年 一晃
安排 规划 日程 待办事项 gtd
列计划 计划表 年度计划 目标 新年计划 立flag
完不成 半途 夭折 烂尾 未完成 弃坑
一心多用 多任务 同时干 切换任务 multitasking
整理 收纳 归置 整理术 断舍离 归类 declutter
扔东西 极简主义 少买 极简生活 囤东西
打扫 家务 做家务 扫地 拖地 洗碗 洗碗机 清洁
洗衣服 洗衣机 烘干 晾衣服 烘干机
穿衣 衣服 穿搭 穿着 衣柜 打扮 衣着
鞋 鞋子 跑鞋 运动鞋 球鞋
化妆 美妆 颜值 外貌 长相 容貌焦虑 整容
简单生活 慢生活 朴素 简朴 极简
仪式感 小确幸 生活情趣 生活品质 精致
锻炼 健身房 撸铁 力量训练 增肌 肌肉 器械 gym
在家锻炼 居家健身 俯卧撑 徒手 深蹲 引体向上
跑不动 跑步 配速 慢跑 晨跑 夜跑 有氧 心率
长跑 马拉松 半马 全马 完赛 跑团 跑者 越野跑
跑步受伤 跑步膝 膝盖 髂胫束 跑姿
拉伸 瑜伽 柔韧 热身 普拉提 yoga
学游泳 自由泳 蛙泳 换气 泳池 游泳
骑车 骑行 公路车 山地车 环湖 骑自行车
爬山 登顶 野外 越野 户外 山峰
打球 篮球 投篮 nba 球友 球场
踢球 足球 球迷 球队 欧冠
羽毛球 球拍 打羽毛球
滑雪 雪场 单板 双板 雪板
滑板 轮滑 滑冰 冰球
攀岩 抱石 岩馆 攀爬
潜水 浮潜 水肺 冲浪
钓鱼 鱼竿 垂钓 路亚
拳击 武术 太极 格斗 散打 功夫
跳舞 舞蹈 街舞 广场舞
下棋 围棋 象棋 国际象棋 棋手 阿尔法狗 alphago chess
打牌 麻将 扑克 斗地主 德州扑克
桌游 狼人杀 剧本杀 密室
奥运 奥运会 金牌 冠军 运动员
不会做饭 做饭 下厨 厨艺 烹饪 自己做饭 家常菜
炒菜 家常菜 红烧 爆炒 下饭菜 菜谱
炖 煲汤 汤 炖汤 高压锅
煮面 面条 拉面 泡面 方便面 挂面
包饺子 饺子 馄饨 包子 馒头 发面 和面
早饭 早餐 早点 豆浆 油条
夜宵 宵夜 烧烤 撸串 小龙虾
点外卖 外卖 外卖员 骑手 美团
下馆子 餐馆 饭店 餐厅 探店 小馆子 觅食
好吃 美味 可口 味道 美食 吃货
难吃 黑暗料理 口味 不好吃
食堂 饭堂 工作餐 带饭 便当
吃素 素食 蔬菜 素食者 vegan vegetarian
肉 牛肉 猪肉 牛排 羊肉 红烧肉
海鲜 螃蟹 虾 生蚝 大闸蟹
水果 西瓜 草莓 葡萄 芒果 榴莲
豆腐 豆浆 大豆 豆制品
甜点 甜品 蛋糕 冰淇淋 巧克力 点心
面包 吐司 欧包 酵母 发酵 烤箱
空气炸锅 烤箱 微波炉 电饭煲
手冲 咖啡豆 咖啡机 意式 拿铁 美式 磨豆机 espresso
泡茶 喝茶 茶叶 绿茶 普洱 红茶 茶道
红酒 葡萄酒 威士忌 白酒 精酿 鸡尾酒 品酒
酿酒 自酿 发酵 酿造
食品安全 添加剂 过期食品 保质期 地沟油 预制菜
剩菜 剩饭 隔夜 冰箱 保鲜
调料 酱油 醋 盐 佐料 香料 调味
米其林 大餐 自助餐 法餐 西餐
日料 寿司 刺身 居酒屋 日本料理
月饼 粽子 汤圆 年夜饭 节日食品
带娃 带孩子 看孩子 育儿 养娃 养孩子 全职妈妈 奶爸
不听话 叛逆 青春期 管教 管孩子 熊孩子 淘气
打孩子 体罚 家暴 吼孩子 打骂
教孩子 教育孩子 家庭教育 启蒙 亲子 亲子关系 早教
陪孩子 陪伴 亲子 亲子时光 陪玩
给孩子讲 讲故事 绘本 睡前故事 儿童读物 童话
哄睡 夜奶 喂奶 奶粉 母乳 断奶 辅食
尿布 尿不湿 婴儿 新生儿 宝宝
孩子哭 哭闹 闹脾气
写作业 作业 辅导作业 家庭作业 功课 陪读
孩子编程 少儿编程 scratch 编程启蒙 儿童编程
玩游戏 沉迷游戏 未成年 防沉迷
学区 学区房 择校 入学 升学 幼升小 小升初 中考
鸡娃 内卷 补习 教育焦虑 升学压力
起名 孩子名字 姓名
压岁 儿童 玩具 乐高 积木 lego
婆婆 公婆 婆媳 丈母娘 岳父 岳母
奶奶 姥姥 祖母 姥爷 祖父
哥哥 弟弟 姐姐 妹妹 兄弟 姐妹 手足
亲戚 亲人 家族 族谱 宗族 走亲戚
养老院 照顾老人 赡养 护理 照护 尽孝 孝顺
催婚 逼婚 相亲 大龄 剩女 不结婚
彩礼 嫁妆 婚房 订婚 求婚 领证 结婚
婚礼 办婚礼 婚纱 伴郎 婚宴 新郎 新娘
离婚 婚姻破裂 出轨 外遇 抚养权 第三者
夫妻吵架 两口子 夫妻关系 婚姻 相处
谈恋爱 暗恋 初恋 心动 暧昧 追求
追女生 追女孩 表白 搭讪 撩妹
异地恋 异地 两地分居 分居
失恋 前任 前女友 前男友 走出来
脱单 约会 交友 恋爱 婚恋
断联 绝交 疏远 走散 渐行渐远 联系少
交朋友 朋友 知己 友谊 交情 社交
同学 同窗 室友 舍友 宿舍
聚会 饭局 酒局 应酬 聚餐
聊天 闲聊 搭话 找话题 话题 尬聊 说话技巧
不会说话 情商 说话 高情商 会说话
演讲 当众说话 上台 公开演讲 台上 口才
帮忙 求人 人情 人情世故 麻烦别人 欠人情
熟人 人脉 关系网 圈子 社交圈
网友 面基 线下见面 陌生人 网聊
猫 养猫 撸猫 猫粮 铲屎 绝育
狗 养狗 遛狗 狗粮
宠物去世 猫走 猫去世 告别
租房 房租 找房子 合租 中介 押金 租金
买房 楼盘 首付 房价 房产 购房 商品房
卖房 二手房 过户 房产证 中介
还房贷 月供 提前还贷 公积金 断供
烂尾楼 烂尾 期房 交房 验房 开发商
搬家 搬迁 打包行李 新家 乔迁 搬新家
装修 毛坯 水电 瓷砖 刷墙 软装 硬装 装修公司
甲醛 新房味道 除醛 异味 空气净化
漏水 渗水 防水 水管 马桶 下水道
停水 停电 电费 水费
吵 噪音 吵闹 楼上吵 隔音 降噪
隔音 耳塞 安静
空调 暖气 取暖 地暖 制冷 供暖
太热 炎热 高温 酷暑 中暑 热浪
太冷 寒冷 降温 严寒 暖气
下大雨 暴雨 洪水 台风 内涝 淹水
雾霾 空气差 空气质量 pm2.5 沙尘 净化器
床 床垫 枕头 沙发 书桌
灯光 照明 台灯 无主灯 吸顶灯
门锁 智能锁 指纹锁 钥匙 忘带钥匙
快递丢 丢件 驿站 快递柜 取件 包裹
小区 业主 业委会 邻里
大城市 一线 北上广 北漂 沪漂 深漂
小城市 小县城 县城 小地方 三四线 老家
农村 乡下 村里 乡村 种地 农民 务农
种菜 种花 阳台 园艺 盆栽 多肉 绿植
户口 落户 户籍 居住证 积分落户
回乡 返乡 返乡创业 回老家 回县城
公园 逛公园 河边 湖边 散步 遛弯
逛街 商场 商圈 超市 菜市场
地铁 公交 坐车 挤地铁 早高峰 轨道交通
打车 出租车 网约车 滴滴 司机 拼车 顺风车
走路 徒步 漫步 citywalk
共享单车 单车 摩拜 ofo
电动车 电瓶车 电驴 摩托 摩托车 机车
买车 选车 提车 新车 购车 试驾 二手车
开车 新手开车 驾驶 上路 学车 车技
油耗 加油 油价 耗油
新能源 电车 电动汽车 特斯拉 比亚迪 续航 纯电 混动
充电桩 充电 里程焦虑 家充
修车 保养 换轮胎 爆胎 4s店 机油
撞车 车祸 剐蹭 追尾 交通事故 车险
停车 车位 停车场 倒车 侧方
罚单 违章 扣分 违停 闯红灯 酒驾
自驾 自驾游 公路旅行 房车 高速
辅助驾驶 自动驾驶 智驾 无人驾驶
出去玩 旅行 游玩 出行 周边游 一日游
攻略 行程 旅游攻略 旅行计划 自由行
穷游 背包客 搭车 青旅 沙发客 背包
跟团 旅行团 导游 报团
订酒店 住宿 旅馆 宾馆 客栈
便宜机票 特价机票 机票 廉航
坐飞机 航班 延误 转机 登机 候机 误机
坐火车 绿皮车 卧铺 硬座 高铁 抢票
带行李 行李箱 收拾行李 装备 行李
签证 办签证 出境 入境 海关 护照 边检
出国玩 出境游 国外旅行 东南亚 泰国 欧洲
环球旅行 环游世界 间隔年 gap_year
西藏 +拉萨 高原反应 高反 +川藏 +珠峰
新疆 +喀纳斯 +伊犁 +独库公路
云南 +大理 +丽江 +洱海 +昆明
四川 +重庆 +川西
海岛 海滩 +三亚 +海南 +厦门
草原 +内蒙古 沙漠 +敦煌 +甘肃 +青海
东北 +哈尔滨 +雪乡 +黑龙江 +长白山
江南 +杭州 +苏州 +西湖 +南京 古镇 水乡
日本旅行 +大阪 +东京 +奈良 +北海道
欧洲 +法国 +巴黎 +德国 +意大利 +瑞士
英国 +伦敦 +爱丁堡
韩国 +首尔 +韩剧
新加坡 +马来西亚 +吉隆坡
加拿大 +多伦多 +温哥华 +枫叶卡
澳洲 澳大利亚 +悉尼 +墨尔本 +新西兰
博物馆 展览 看展 展馆 美术馆 画展 exhibition
看日出 日出 日落 夕阳 看海 晚霞
看星星 星空 观星 望远镜 流星 银河 天文
迷路 走丢 找不到路 +导航 认路
丢东西 遗失 失物
小偷 扒手 防盗 盗窃
生日 过生日 生日愿望 庆生
过年回家 春运 返乡 团圆 年味 拜年
中秋 月饼 赏月 元宵 清明 扫墓 上坟
上大学 大学生活 校园生活 大一 大学 本科
选专业 志愿 填志愿 报志愿 专业选择 高考志愿
大学白读 读书无用 学历 文凭 学位
学历低 专科 大专 二本 双非 学历歧视
名校 985 211 清华 北大 重点大学 常春藤
考研 保研 初试 复试 调剂
读博 博士 读研 课题组 延毕
不毕业 延毕 退学 休学 肄业 辍学
毕业论文 毕设 答辩 开题 查重 thesis
发论文 期刊 sci 审稿 顶会 paper
做科研 科研 学术 学术界 博后 教职 青椒 学术造假
考试 考前 备考 考场 应试
作弊 舞弊 代考 造假 抄作业
奖学金 助学金 学费 助学贷款
老师 教师 班主任 教书 讲课 课堂
逃课 翘课 旷课 点名
校园霸凌 欺负 霸凌 校园暴力 受欺负 bully
宿舍 寝室 校园网
毕业季 毕业典礼 毕业照 散伙饭
社团 学生会 校友 班级
出国读书 留学 留学生 申请学校 海外求学 选校 文书
美国读书 gre 托福 toefl 雅思 ielts
移民 技术移民 永居 入籍
海外生活 国外生活 华人 异国 定居
国外工作 海外工作 工签 h1b 外派 肉身
文化差异 文化冲击 跨文化 水土不服
学英语 英语学习 背单词 单词量 词汇量 英语水平
开口说 口语 发音 音标 口音 哑巴英语 speaking
听力 泛听 精听 美剧 listening
英文阅读 读英文 原版书 英文文档 外刊
英文写作 写英文 语法 grammar
学日语 日语 日文 五十音 假名 n1 japanese
学外语 外语 小语种 法语 德语 西班牙语 语言学习
方言 粤语 普通话 家乡话 口音 母语
世界语 语言学 语法 词源 汉字 文字 linguistics
看剧 美剧 剧集 剧情 大结局 连续剧
好看电影 片单 影单 观影 高分电影 影片
电影院 影院 院线 首映 票房 观影
导演 演员 主演 演技 编剧 影帝
纪录片 记录片 bbc documentary
动画片 动漫 番剧 追番 宫崎骏 新海诚 二次元
综艺 真人秀 脱口秀 相声 喜剧 单口
恐怖片 悬疑 惊悚 +推理 侦探
科幻片 科幻 科幻小说 星际 外星人
武打 武侠 仙侠 玄幻 修仙
网文 网络小说 修真 爽文
话剧 戏剧 舞台剧 音乐剧 歌剧 京剧
听歌 歌单 单曲 专辑 曲子 好听
歌手 乐队 摇滚 民谣 说唱 嘻哈
演唱会 音乐节 现场 livehouse
弹唱 和弦 尤克里里
学钢琴 弹钢琴 钢琴 琴谱 练琴
作曲 编曲 乐理 写歌 midi 合成器
古典音乐 +贝多芬 交响乐 +巴赫 +莫扎特
音质 无损 发烧 耳放 hifi 降噪耳机
音乐软件 +网易云 +spotify 流媒体 +qq音乐
唱歌 ktv 声乐 唱功
好玩游戏 单机游戏 游戏推荐 steam 独立游戏 大作
打游戏 玩家 网游 手游 电竞 开黑 gamer
游戏机 主机游戏 +switch +ps5 +ps4 +xbox 掌机 +任天堂 +psp
排位 +王者荣耀 +英雄联盟 +lol +dota +吃鸡
任天堂 +塞尔达 +马里奥 +宝可梦
魂系 +黑魂 +只狼 +老头环
minecraft 麦块 +红石
怀旧游戏 老游戏 红白机 街机 复古游戏 像素风
氪金 抽卡 充钱 课金 原神 内购
外挂 开挂 作弊器 反作弊
通关 攻略 结局 关卡
做游戏 游戏制作 独立游戏 游戏策划 关卡设计
拍照 构图 摄影技巧 取景 快门 曝光 光圈
修图 后期 调色 lightroom ps photoshop 滤镜
相机 微单 定焦 索尼 佳能 富士
胶片 底片 暗房 冲洗 胶卷
拍视频 拍摄 vlog 剪辑 运镜 视频博主
剪视频 剪辑 视频剪辑 剪映 premiere 达芬奇
手机拍照 手机摄影 人像 夜景
照片太多 照片整理 相册 照片备份 照片管理
画画 插画 手绘 板绘 水彩 油画 国画
审美 好看 美感 品味 美学 aesthetic
设计灵感 平面设计 海报设计 设计感 视觉设计
做手工 手工 编织 织毛衣 折纸 拼图
哲学 形而上 本体论 思辨 哲学家 +尼采 +康德
伦理 道德 良心 善恶 道德绑架 电车难题 ethics
自由意志 决定论 意志
意识 灵魂 心灵 意识上传
真理 真相 客观 求真
哲学家 思想家 +斯多葛 +老子 +庄子 +孔子
儒家 +孔子 +论语
道家 +老子 +庄子
幸福 幸福感 享乐
公平 正义 公正 平等 不公平 不公
自由 民主 言论自由 权利 人权 自由主义
说话权利 言论自由 +审查 封号 删帖 敏感词 censorship
禁言 封号 小黑屋 炸号 永久封禁
翻墙 墙 防火长城 gfw 封锁
历史人物 皇帝 王朝 朝廷 +明朝 +清朝 +唐朝 +宋朝
三国 +曹操 +诸葛亮 +刘备 +关羽
近代史 民国 抗战 抗日 辛亥
文革 运动 知青 下乡 上山下乡 大跃进 饥荒
二战 希特勒 纳粹 大屠杀 犹太人
战争 打仗 战场 士兵 当兵 军队 参军 退伍
乌克兰 俄罗斯 俄乌 普京
考古 文物 古墓 出土 遗址
神话 传说 民间故事 鬼怪
总统 选举 大选 投票 特朗普 election
官员 腐败 贪官 反腐 贪污
警察 报警 派出所 抓人 拘留
犯罪 罪犯 坐牢 监狱 判刑 杀人 刑法 crime
打官司 起诉 诉讼 法院 法官 判决 律师
维权 索赔 假货 12315
假货 山寨 仿品 盗版 冒牌 正品
侵权 著作权 专利 知识产权 copyright
造谣 谣言 假新闻 虚假信息 fake_news
网暴 网络暴力 人肉 键盘侠 喷子 骂战
杠精 抬杠 键盘侠 戾气
舆论 热搜 炒作 公众事件 舆情
记者 采访 调查报道 新闻业 媒体人
看新闻 新闻 时事 资讯 头条 早报
人口 出生率 老龄化 人口普查 计划生育
男女 性别 两性 男人 女人 男权
阶层 底层 中产 精英 打工人
志愿者 义工 支教
环保 低碳 碳排放 气候 全球变暖 垃圾分类
地震 海啸 灾害 救援 逃生
核电 核能 核污染 福岛 辐射
航天 火箭 卫星 发射 spacex 登月 火星
宇宙 黑洞 相对论 量子 物理学 天体
进化 进化论 达尔文 基因 物种
科普 科学 伪科学 民科 科学精神
化学 物理 生物课
脑科学 大脑 神经科学 神经元 脑子
心理学 弗洛伊德 阿德勒 行为心理 认知心理
社会学 人类学 民族志 田野
经济学 供需 市场经济 边际 机会成本
电脑卡 电脑慢 开机慢 运行慢 卡顿 加速 变慢
电脑坏 蓝屏 死机 点不亮 bluescreen bsod
黑屏 没画面 不亮 点不亮 没显示
重装 装系统 启动盘 安装系统
优盘 闪存 移动硬盘 存储卡
硬盘坏 坏道 硬盘 数据恢复
手机慢 手机卡 清缓存 手机内存 存储空间
手机摔 碎屏 换屏 屏幕坏 维修
手机丢 丢手机 找手机 查找设备 远程锁定
老人机 父母手机 适老 长辈模式
流氓软件 全家桶 弹窗广告 捆绑 卸不掉 广告软件 adware
中毒 病毒 杀软 antivirus
忘密码 密码忘记 找回密码 重置密码 改密码
密码太多 记密码 主密码 passkey 通行密钥
密码泄露 拖库 撞库 泄漏 脱库 暗网
盗号 号没 找回账号 账号安全
封号 解封 申诉 账号停用
注销 销号 删号 注销账号 清除数据
实名 实名制 手机号 身份证 接码 虚拟号码
跟踪 监视 偷窥 +监听 隐私 指纹追踪 surveillance tracking
偷听 窃听 +监听 麦克风 录音
不留痕迹 无痕 匿名 隐身 +tor
加密聊天 +telegram
没信号 信号差 信号弱 基站 4g 5g 运营商
+流量 手机卡 套餐 资费 携号转网 电话卡 esim
无线信号 信号差 mesh 组网 信道
连不上网 上不去网 断网 dns 网络故障
网速慢 网慢 测速 限速 提速
光猫 拨号 ipv6
传文件 互传 传东西 +airdrop +localsend 文件传输
大文件 发不出去 网盘 分享文件
资料丢 文件丢 误删 找回文件 恢复
备份 多存几份 冗余 异地备份 3-2-1 灾备
照片丢 相册备份 照片同步 +icloud 谷歌相册
网盘 云盘 +百度云 百度网盘 云端 云同步 +onedrive
homelab nas 自托管
旧电脑 老电脑 老旧 旧笔记本 淘汰
旧手机 旧设备 废旧 再利用
买电脑 选电脑 配电脑 攒机 装机 配置单
换电脑 新电脑 迁移助理 开发机 环境搭建
笔记本 轻薄本 游戏本 +macbook +thinkpad
苹果芯片 m1 m2 apple_silicon arm
显示器 4k 带鱼屏 双屏 竖屏 分辨率
打字慢 打字快 盲打 指法 打字速度 键盘练习
键盘 客制化 轴体 +hhkb 分体键盘
鼠标 轨迹球 +罗技
买耳机 耳机 音质 骨传导
智能手表 手环 穿戴 睡眠监测
电子书 电纸书 +boox
平板 +手写笔 +apple_pencil 无纸化
文件乱 文件整理 整理文件 归类 文件管理 命名规则
搜文件 本地搜索 +spotlight
桌面乱 桌面整理 效率工具 启动器
装软件 软件推荐 必备软件 常用软件 装机必备 效率工具 应用推荐
正版 盗版 破解版 +激活 注册码 买断
软件贵 订阅制 买断 买断制 替代品 开源替代
替代 平替 替代品 替代方案 alternative
表格处理 透视表 电子表格 函数公式 vlookup pivot
幻灯片 +keynote +marp
排版文章 +pandoc word 转换格式 docx
pdf 扫描件 标注
打印 卡纸 墨盒
扫描 文字识别 ocr 提取文字
翻译软件 翻译插件 划词翻译 +deepl
视频下载 下视频 下载视频 +you-get +yt-dlp +youtube-dl
转格式 格式转换 转码 视频压缩 +ffmpeg +handbrake
录屏 屏幕录制 录视频 +obs
网课视频 录课 直播课 远程教学
开视频会 视频会议 +zoom +腾讯会议 线上会议
远程控制 远程桌面 远控 +向日葵 +todesk +rdp +vnc
剪贴板 复制历史
通知太多 消息轰炸 勿扰 免打扰 打扰 通知管理
微信 群聊 朋友圈 已读
退出微信 不用微信 卸载微信 替代微信 +telegram
邮箱 收件箱 邮件太多 邮件管理 inbox_zero
垃圾短信 骚扰电话 推销电话 拦截 拉黑
浏览器 标签页 书签 标签太多
看网页 阅读模式 稍后读 +instapaper 收藏文章
网页保存 保存网页 剪藏 离线保存 +singlefile
搜不到 搜索技巧 搜索引擎 +百度 +谷歌 找资料
电脑自动 自动化 快捷指令 捷径 +shortcuts 自动操作 rpa
按键精灵 模拟点击 自动点击 +autohotkey +pyautogui
护眼 夜间模式 暗黑模式 蓝光
摄像头 nvr 门铃
智能家居 智能灯 智能开关 +米家 +homeassistant 全屋智能 +zigbee
定位问题 排障 排错 二分排查 debugging
偶尔出错 时好时坏 不稳定 间歇 竞态 heisenbug
疑难杂症 怪问题 灵异 诡异
打印调试 打日志 printf 断点
出错信息 报错信息 错误信息 错误提示 错误码 error_message
小黄鸭 橡皮鸭 自言自语 rubber_duck
不敢改 怕改坏 改坏 回归测试 重构 安全网
牵一发 耦合 高内聚 低耦合 coupling
屎山 烂代码 祖传代码 意大利面 代码腐化 技术债
代码太长 长函数 大函数 圈复杂度 复杂度 拆函数
重复代码 复制粘贴 copy_paste dry 抽取 提炼
读代码 读源码 可读性 易读 readability
起名难 变量名 命名
写注释 代码注释 自解释 自文档
写文档 技术文档
推倒重来 重写 推翻 从头写 重头
重构 改造 老系统 遗留系统 绞杀者 strangler
先写测试 测试驱动 红绿
没测试 缺测试 测试覆盖 覆盖率 单测
测试慢 测试跑 单元测试 集成测试
假数据 测试数据 造数据 mock +faker fixture
代码评审 结对
两个人写 结对编程 pair_programming 结对
代码风格 统一格式 缩进之争 +prettier
写得快 快速开发 最小可行 mvp +原型 快速迭代
上线 投产 发布流程
上线出错 线上事故 线上故障 回滚 故障 incident
半夜叫醒 值班 oncall on-call 告警
不停机 平滑升级 零停机 滚动更新 蓝绿部署 滚动发布
小范围试 灰度 ab测试 特性开关 feature_flag
本地能跑 开发环境 +docker +nix
配置环境 搭环境 开发环境 环境搭建 +devcontainer
一键部署 +ansible +terraform iac
服务器挂 宕机 挂掉 服务中断 不可用 故障恢复 outage
服务器慢 负载高 打满 占满
内存涨 内存泄漏 内存占用 内存不够 oom
磁盘满 硬盘满 空间满 清理磁盘 日志清理 +logrotate
顶不住 扛不住 访问太多 高并发 流量洪峰 削峰 限流
抢购 秒杀 超卖 库存 抢票
扩容 加机器 横向扩展 伸缩 水平扩展 scaling autoscaling
看状态 仪表盘 监控 可观测性 +grafana +prometheus observability
日志多 日志收集 日志系统 +loki +elk 日志聚合
追踪 调用链 +opentelemetry
慢在哪 瓶颈 性能瓶颈 profiling 性能剖析
耗内存 省内存 内存优化 内存布局 内存池
计算密集 +simd 向量化 矢量化
并行 并行计算 +openmp +mpi 多进程
抢资源 +竞争 数据竞争 race_condition 临界区
同时改 同时写 并发写 写冲突 乐观锁 +mvcc
异步 非阻塞 回调地狱
消息丢 丢消息 至少一次 消息重复 exactly-once 可靠投递
解耦 异步处理 消息队列 发布订阅 pubsub 事件驱动
重复扣款 重复点 重复提交 幂等性
对不上账 最终一致 一致性 对账
跨库 两阶段 +tcc +saga +2pc
数据库慢 索引 执行计划 查询优化
表太大 数据量大 大表 分区表 分表
误删数据 删库 跑路 恢复数据 binlog
表设计 建表 范式 数据建模 schema
orm 对象映射 +hibernate +prisma +sqlalchemy
键值 键值存储 +leveldb +rocksdb +redis
缓存更新 双写 缓存失效
地理位置 geohash 空间索引
搜索功能 站内搜索 全文搜索 倒排 倒排索引 搜索引擎
推荐文章 推荐算法 协同过滤
改表 加字段 迁移脚本 ddl
时区 夏令时 时间错 差八小时
排队处理 后台任务 任务队列 +celery +sidekiq worker
定时跑 每天跑 定时任务 调度
长链接 短网址 短链 短链接 url_shortener
接口设计 restful +graphql 接口规范
两个系统 对接 接口对接 +webhook 回调
远程调用 rpc +thrift +protobuf 服务调用
服务拆 微服务 单体 单体应用 monolith
架构图 画架构 c4 架构设计 系统架构 架构师
选技术 技术选型 选框架 技术栈 tech_stack
架构演进 架构升级 演化 可扩展
过度设计 想复杂 复杂性 奥卡姆
自己造 造轮子 重复发明 轮子 从零实现
不用框架 无框架 vanilla 零依赖
依赖太多 依赖地狱 依赖冲突 版本冲突 供应链
上游 包投毒 投毒 +npm
升级困难 大版本 不兼容 破坏性 breaking_change 迁移指南
老版本 弃用 废弃 过时 deprecated 兼容旧版
代码丢 找回代码 reflog stash
合并代码 代码冲突 合并冲突 merge
提交历史 改历史 压缩提交 squash +git_log
谁写 谁改 +git_blame 甩锅 追溯
哪次改坏 二分查找 +git_bisect
临时切换 暂存 stash worktree
提交密码 泄露密钥 密钥泄露 清除历史 filter-branch
记命令 别名 alias 历史命令 tldr
终端 +fish
写脚本 批处理
批量处理 批量改 批量替换 +sed
批量改名 重命名 批量文件
查文本 搜代码 全局搜索 +grep +ripgrep
连服务器 登服务器 +ssh 跳板机 免密 堡垒机
断开继续 后台跑 +tmux nohup
+vim +emacs +neovim 模式编辑
dotfiles +vimrc 插件管理
不用鼠标 纯键盘 键盘流 快捷键 平铺
换系统 发行版 +archlinux +ubuntu +fedora +nixos
+wsl 双系统 子系统
上网原理 网页打开 输入网址
网络分层 七层 osi tcp/ip 协议栈 数据链路
三次握手 建立连接 四次挥手 +time_wait
丢包 拥塞 拥塞控制 重传 +quic +udp
看数据包 抓包 报文 tcpdump 嗅探
网站慢 访问慢 网站加速
证书 证书过期 +acme
域名劫持 劫持
公网访问 外网访问 +zerotier +tailscale
防攻击 防火墙 waf ddos 刷流量
爆破 弱口令 弱密码 +fail2ban
盗刷 刷短信 薅羊毛 风控 黑产 黑灰产
防爬 反爬虫 爬虫
防篡改 哈希 完整性 校验和 +签名
存密码 密码存储 加盐 +bcrypt +argon2 哈希
登录状态 保持登录 +jwt
微信登录 +oauth 单点登录 +oidc
谁能看 权限设计 访问控制 rbac 权限模型 acl
漏洞 挖洞 漏洞赏金 白帽 cve +0day
渗透测试 红队 内网 提权 横向移动
逆向工程 反编译 脱壳 +ida +frida
密码学 对称加密 公钥 椭圆曲线 零知识 cryptography
区块链 挖矿 +以太坊 智能合约 web3 +nft +defi
算法题 +力扣 竞赛 acm
走迷宫 最短路径 寻路 +dijkstra
找最近 最近邻 knn 向量检索
去重 判重 哈希集合
相似文本 文本相似 编辑距离 +simhash 查重
排行榜 排名 top_k 跳表 +skiplist
随机抽 抽奖 均匀 采样 概率
撤销重做 撤销 回退 undo_redo 命令模式
协同编辑 多人编辑 同时编辑 crdt ot 实时协作
版本比较 差异对比 diff 文本对比 比较文件
压缩原理 霍夫曼 哈夫曼 +huffman +zstd +lz77
浮点误差 精度 0.1+0.2 ieee754 小数不准
算得准 高精度 误差 数值计算
写编译器 编译原理 解析器 词法分析 语法分析 +llvm parser
自制语言 dsl 解释器 字节码
运行快 即时编译 +jit +aot +wasm +webassembly
静态类型 动态类型 强类型 弱类型 类型安全
学编程 编程入门 零基础 初学编程 编程语言
选语言 编程语言 语言对比 学哪门 语言之争
内核 引导 bootloader +xv6 内核开发
开机过程 启动流程 引导 uefi bios grub
进程切换 调度 调度器 scheduler
内存不够 交换分区 swap 缺页
文件系统 +ext4 +btrfs +zfs
驱动 驱动开发 内核模块 设备驱动
系统调用 +strace +ebpf
容器原理 namespace +cgroup +隔离 +overlayfs
集群管理 容器编排 +k8s pod +helm 云原生
无服务器 函数计算 serverless faas 边缘计算
云费用 云账单 降本 下云 上云
电脑学习 机器学习 训练模型 监督学习
图像识别 图像分类 目标检测
认脸 人脸识别 刷脸 人脸
预测 预估 趋势预测 +回归
学太死 过拟合 泛化 dropout
数据不够 数据增强 小样本 迁移学习 few-shot
数据标注 打标签 标注 标注员 数据集 dataset
显卡 算力 +cuda 显存 +英伟达 +nvidia
省显存 +量化 模型压缩 蒸馏 剪枝 int8 quantization
胡说八道 瞎编 编造 幻觉 hallucination
智能助手 语音助手 +siri +小爱同学
vibe_coding 编程助手 +claude_code
文生图 扩散模型 diffusion
抢饭碗 取代人 失业 替代人 岗位消失
+对齐 超级智能 agi 奇点
长期记忆 memory
rag 联网搜索
智能体 自动执行 多智能体 工作流
本地部署 +ollama +llama.cpp 离线模型 +vllm
微调 +lora +sft 指令微调 fine-tuning
机器翻译 翻译质量 +deepl 译文
语音合成 声音克隆 tts +whisper
听写 转录 会议记录 +whisper asr
换脸 deepfake 深度伪造 以假乱真
国产模型 +deepseek +通义千问 +kimi +文心一言 +豆包
机器人流程 +playwright +puppeteer
网页卡 页面卡 渲染慢 掉帧 重排 虚拟滚动
首屏 白屏时间 首屏优化 lcp
页面白 白屏 加载不出 空白页 ssr
手机上乱 响应式
字太小 字号 字体大小 行高 可读性
居中 摆中间 垂直居中
点击穿透 遮挡 z-index 层级
黑夜模式 深色模式 暗黑模式
图片太大 图片压缩 图片优化 avif
返回顶部 回顶 滚动位置 平滑滚动
切页面闪 闪屏 闪烁 fouc +过渡
填表 表单 自动填充 表单设计
不更新 状态更新 重新渲染
组件传值 父子通信 组件通信
脚手架 构建工具 +webpack +vite +rspack
打包慢 构建慢 编译慢 构建速度 编译时间 增量编译
升级框架 vue2 vue3
一套代码 跨端 跨平台 +flutter +react_native +uniapp
安卓开发 +kotlin +swift
上架 审核 +testflight
启动慢 启动优化 anr
耗电 省电 保活 电量优化
安装包大 包体积 +瘦身 apk 体积优化
写插件 manifest 油猴脚本
网页游戏 小游戏 canvas +phaser
画面渲染 渲染引擎 图形学 光线追踪 +opengl +vulkan
敌人行为 行为树 状态机 fsm
随机地图 地图生成 +噪声 +perlin roguelike
联机 多人游戏 帧同步 状态同步 网络同步
平衡性 数值策划 玩法 关卡
点灯 gpio 单片机 流水灯
做电路 画板子 pcb 打样 +嘉立创 原理图
焊 焊接 烙铁 焊锡 贴片
通信接口 串口 +uart +i2c +spi
测距 超声波 红外 测温 传感器
小车 智能车 循迹 平衡车 电机
打印模型 3d打印 +切片 打印机 +fdm
自制键盘 +qmk 客制化 固件 手焊
自制 diy 手搓 自己做 动手
收音机 无线电 sdr
做图表 画图表 折线图 柱状图 +echarts +matplotlib +d3
数据脏 数据清洗 异常值 去噪 +预处理
数据多 大数据 海量 +clickhouse
报表 看板 数据仓库 指标体系
因果 辛普森 因果推断
抽样调查 问卷 调研 用户调研 访谈
用户画像 画像 用户行为 漏斗 增长黑客
对照 ab测试 显著性 对照组
参与开源 贡献代码 开源贡献
没人维护 弃坑项目 维护者 开源维护 作者跑路
开源赚钱 开源商业 赞助 捐赠
白嫖 伸手党 不付费 免费使用 搭便车
反馈问题 issue
开源社区 贡献者 社区运营 治理 核心团队
论坛 bbs +v2ex 水群 灌水
问答网站 +stackoverflow +提问
技术群 qq群 群主 微信群 群友
技术大会 技术分享 沙龙 meetup 分享会 线下活动
黑客精神 极客 geek 黑客文化 hacker
side_project 个人项目 业余项目 周末项目 小项目
做产品 独立产品 产品思维 冷启动 产品发布
需求分析 用户需求 痛点 伪需求
好用 易用 交互设计 人性化
难用 反人类 体验差 烂设计
去中心化 +fediverse +mastodon 长毛象 +activitypub
离开社交 退出社交 退网 断网生活 社交媒体
聊天机器人 对话机器人 chatbot
大龄程序员 中年程序员 35岁
敲代码 写代码 撸代码
across 跨越
adapt 适配 适应
address 地址
advice 建议 忠告 经验
agree 同意 协议
air 空气 无线
alive 存活 活着 保活
amount 数量 金额
answer 回答 答案
anonymous 匿名
arrange 安排 排列
article 文章
ask 询问 提问 问题
attach 附加 附件 attachment
audience 观众 读者 reader
available 可用
background 后台 背景
balance 平衡 余额
bar 进度条 导航栏
bare 原始
beautiful 漂亮 美观 好看
behavior 行为
believe 相信 信任 轻信
benefit 好处 收益
bill 账单 费用
bit 比特
blank 空白
body 身体 正文
boot 启动 引导
boring 无聊 枯燥
bottleneck 瓶颈
boundary 边界
box 盒子
break 破坏 中断 打破 broken
bridge 桥接
bring 带来
build 构建 编译 搭建
burn 燃烧
busy 繁忙
buy 购买
byte 字节
call 调用 电话
campaign 活动
card 卡片
careful 小心 谨慎
case 案例 情况 大小写
catch 捕获 捕捉
caution 注意 小心
chain 链式
challenge 挑战
chance 机会 概率
channel 通道 频道 渠道
cheat 作弊 欺骗
check 检查 校验
chinese 中文 汉字
clever 聪明 巧妙
collect 收集 采集
combine 结合 组合
comment 评论 注释
complain 抱怨 投诉
complete 完整 完成
compute 计算 运算
concept 概念
confuse 混淆 困惑
connect 连接
consume 消耗 消费
contain 包含
content 内容
continue 继续
contract 合同 合约
corner 角落
correct 正确 纠正
country 国家
couple 夫妻 耦合
crowd 人群 拥挤
cure 治疗
curious 好奇
current 当前
customer 客户 顾客
cut 剪切 切割
cycle 循环 周期
damage 损坏 伤害
data 数据
day 日子
dead 死亡
deal 处理
debt 债务 贷款
decade 十年
deep 深度 深入
degree 程度 学位
deny 拒绝
depend 依赖
describe 描述
desk 桌子 桌面
detail 细节 详情
dig 挖掘 深入
distance 距离
distribute 分布 分发
divide 分割 划分
document 文档
double 双重
doubt 怀疑
draw 绘制
drop 丢弃 下降 拖放
dump 转储 导出
dynamic 动态
early 提前
earn 收入
edge 边缘
edit 编辑
efficient 高效 效率
effort 努力
element 元素
emergency 紧急 应急
encounter 遇到
encourage 鼓励
endless 无限 无尽
energy 能量 精力
engine 引擎
enjoy 享受 喜欢
enter 进入 输入
entry 入口 条目
environment 环境
escape 转义 逃离
evaluate 评估 求值
evidence 证据
evolve 演进 进化 evolution
exact 精确 准确
exchange 交换
exclude 排除
execute 执行
expand 扩展 展开
expect 期望 预期
expensive 昂贵
experience 经验 体验
experiment 实验
expert 专家
explore 探索
expose 暴露
extend 扩展 延长
extract 提取
face 人脸
fair 公平
fake 伪造
false 错误
famous 著名 有名
fate 命运
fault 故障 错误
feature 特性 功能
feedback 反馈
feel 感觉
field 字段 领域
fight 战斗 对抗
figure 数字
fill 填充
financial 金融 财务
finger 手指
fit 适合
fix 修复
flag 标志
flash 闪存
flat 扁平
flexible 灵活
flow 流程
focus 焦点 专注
fold 折叠
follow 跟随 关注
fool 愚弄
force 强制
foreign 外国 外部
fork 分叉 派生
frame 框架
frequency 频率 频繁
frequently 频繁 经常
fresh 新鲜 刷新
friendly 友好
frustrated 沮丧 挫折
function 函数 功能
future 未来
gap 差距 间隔
gather 收集
global 全局 全球
gradual 渐进 逐步
greedy 贪心 贪婪
group 分组
grow 成长 增长
guarantee 保证
guess 猜测
guest 访客
half 一半
hand 手动
handle 处理 句柄
happen 发生
hate 讨厌
header 标题
hear 听到
heart 心脏
heavy 沉重
height 高度
hobby 爱好 兴趣
hold 持有 按住
hole 漏洞
homework 作业
honest 诚实
hour 小时
huge 巨大 大量
human 人类
hungry 饥饿
hurt 伤害
identify 识别
identity 身份
idle 空闲
image 图片 镜像
imagine 想象
implement 实现
implementation 实现
impression 印象
improve 改进 改善 提升
inbox 收件箱 邮件
include 包含
incorrect 错误 不正确
independent 独立
individual 个人
industry 行业
infer 推断
influence 影响
inner 内部
input 输入
inside 内部
inspect 检查 审查
inspire 启发 灵感
integrate 集成 整合
intercept 拦截
interest 兴趣 利息
internal 内部
interview 面试 采访
investigate 调查 排查
invite 邀请
invoke 调用
item 项目
jump 跳转
kill 杀死
knowledge 知识
label 标签
land 土地 着陆
launch 启动 发射
law 法律 定律
layer 分层
leader 领导 首领
lecture 讲座 课程
length 长度
level 级别 等级
library 图书馆
lie 谎言 撒谎
lightweight 轻量
limit 限制
literature 文学
load 加载 负载
location 位置
lose 丢失 失去
loss 损失
luck 运气 幸运
machine 机器
magic 魔法 魔术
main 主要
manual 手动 手册
map 地图 映射
match 匹配 比赛
mean 意味 平均
measure 测量 度量 衡量
medicine 医学
meet 遇见 见面
memory 内存 记忆
mess 混乱
message 消息 信息
mind 思维 心智
mine 挖掘
mirror 镜像 镜子
miss 错过 缺失
mix 混合
mobile 移动 手机
mode 模式
modern 现代
money 金钱
monitor 监控 显示器
month 每月
mood 心情 情绪
museum 博物馆
native 原生 本地
nature 自然
night 夜晚 晚上
noise 噪音 噪声
normal 正常
notice 注意 通知
observe 观察
obtain 获取
office 办公 办公室
opinion 观点 看法
opportunity 机会
option 选项
order 顺序 订单
organize 组织 整理
origin 来源 起源
output 输出
overwrite 覆盖
own 拥有
package 打包
pair 配对 一对
parent 父母
pass 传递 通过
past 过去 往事
patch 补丁
people 人们
perfect 完美
perform 执行 表现
person 个人
personal 个人
phase 阶段
phone 手机 电话
pick 挑选 选择
piece 片段
place 地方
platform 平台
point 指向
policy 策略 政策
popular 流行
port 端口 移植
position 位置
practice 实践 练习
precise 精确
prefer 偏好 更喜欢
prepare 准备
preserve 保留
pressure 压力
preview 预览
previous 之前 上一个
process 进程 处理 过程
produce 生产 产生
profit 利润
progress 进度 进步
promise 承诺
proof 证明
property 属性
protect 保护
prove 证明
provide 提供
publish 发布 出版
purchase 购买
purpose 目的
puzzle 谜题 难题
quality 质量
question 问题
quiet 安静
race 竞争 竞态
raise 提高 抛出
range 范围
rank 排名 排序
rare 罕见
rate 速率 评分
raw 原始
reach 到达
read 阅读 读取
ready 准备
real 真实
reference 引用 参考
reflect 反射 反思
refuse 拒绝
register 注册
regret 后悔
regular 定期 正则
relation 关系
release 发布 释放
remember 记住 记得
remind 提醒
repeat 重复
report 报告
require 要求 需要
research 研究
resize 缩放 调整大小
respond 响应
responsibility 责任 职责
reverse 反转 逆向
rewrite 重写
rich 有钱
right 权利 正确
road 道路
room 房间
sample 样本 示例
scale 规模 扩展
scan 扫描
scary 可怕
scene 场景
schedule 调度 日程
science 科学
scope 作用域 范围
score 分数 得分
season 季节
secret 秘密 密钥
secure 安全
segment 分段
select 选择
sell 出售
sense 感觉 意义
sentence 句子
separate 分离
sequence 序列 顺序
serve 服务
service 服务
shape 形状
shift 移位 转移
ship 发布
shock 震惊
shop 商店
silent 静默 沉默
similar 相似 类似
skill 技能 技巧
smart 智能 聪明
smooth 平滑 流畅
social 社交 社会
source 源码 来源
space 空间 空格
speak 说话 演讲
special 特殊
speed 速度
spend 花费
spread 传播 展开
square 平方 正方形
stage 阶段
startup 启动 创业
statement 语句 声明
static 静态
step 步骤
stick 坚持
store 存储 商店
strategy 策略
street 街道
strict 严格
structure 结构
struggle 挣扎 奋斗
style 样式 风格
subject 主题
succeed 成功
suddenly 突然
suffer 遭受 痛苦
suggest 建议
suit 适合
support 支持
surface 表面
surprise 惊喜 意外
survive 生存
swap 交换
switch 切换 开关
syntax 语法
system 系统
target 目标
teach 教学
technology 技术
temporary 临时
terrible 糟糕
theory 理论
throw 抛出
ticket 工单
tiny 微小 极小
tolerance 容忍 容错
topic 主题 话题
tour 游览
toy 玩具
trace 跟踪 追踪
track 跟踪 轨道
trade 交易
traffic 流量 交通
transfer 转移 传输
transform 转换 变换
trap 陷阱
trash 垃圾
trigger 触发
trouble 麻烦
trust 信任
tune 调优 调整
type 类型 输入
ugly 丑陋
understand 理解
unexpected 意外
unit 单元 单位
universal 通用
unknown 未知
unlock 解锁
unused 未使用 无用
useless 无用
vacation 假期 休假
valid 有效
value 价值
vary 变化
verify 验证
view 视图 查看
violate 违反
virtual 虚拟
visible 可见
visit 访问
visitor 访客 访问者
visual 可视化
voice 语音 声音
wake 唤醒
warn 警告
waste 浪费
watch 监听 观看 手表
week 每周
weight 权重 体重
width 宽度
win 胜利
wire 接线
wish 希望 愿望
wonder 疑惑 好奇
word 单词
world 世界
worth 值得
wrap 包裹 包装
wrong 错误
year 年度
存 保存 存储 下载 写入
取 获取 读取 提取
读 读取 阅读
写 编写 写入 书写
看 查看 阅读 浏览 观看
找 查找 寻找 搜索 检索
搜 搜索 检索 查找
查 查询 查找 查看 检查
删 删除 移除 清除
改 修改 更改 变更 改变
换 更换 替换 切换 更新 转换
加 添加 增加 加入
装 安装
卸 卸载
搭 搭建 部署 架设
建 创建 建立 搭建 新建
画 绘制 绘图 绘画 画图
跳 跳转
传 上传 传输 传递 发送
发 发送 发布
收 接收 收到
拿 获取 取得
连 连接 远程
断 断开 中断
关 关闭
开 开启 打开 启动
停 停止 暂停
跑 运行 执行
卡 卡顿 卡死
慢 性能 缓慢 优化
快 快速 高效
错 错误 报错
坏 损坏 故障
丢 丢失
封 封禁 屏蔽 禁止
挡 拦截 屏蔽 阻止
防 防止 防护 避免
偷 窃取
拆 拆分 分割 分解
切 切割 分割 切分 切换
拼 拼接 合并
合 合并
排 排序 排列
抓 抓取 爬取 采集
爬 爬虫 抓取
抄 抄袭 复制 拷贝
拷 拷贝 复制
贴 粘贴
录 录制 录音 录像
拍 拍照 拍摄
听 音频 音乐
算 计算
数 统计 计数
比 比较 对比
猜 预测 推测
试 测试 尝试
调 调试 调整 调用
配 配置
管 管理
买 购买
学 学习
教 教程 教学
记 记录 记忆 笔记
修 修复 修改
藏 隐藏
挂 挂载 崩溃
转 转换 转化
压 压缩
省 节省 节约
图 图片 图像
字 文字 字体 字符
词 单词 词语
表 表格
号 编号 版本 账号
人 用户
钱 费用 成本 价格
书 书籍 图书
题 题目
网 网络 网站
`;

const groups = table
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

/** The groups that a query over these terms can need: those of which a form stands in some text. */
export function synonymsFor(those: Iterable<string>): string {
  const known = new Set(those);
  return groups
    .flatMap((forms) => {
      const own: string[] = [];
      const asked: string[] = [];
      for (const form of forms) {
        if (stands(form.replace('+', ''), known)) own.push(form);
        else if (!form.startsWith('+')) asked.push(form);
      }
      // One form alone says nothing but itself.
      return own.length > 0 && own.length + asked.length > 1 ? [[...own, '>', ...asked].join(' ')] : [];
    })
    .join('|');
}

/** Whether all terms of a form are known. Few are: most of ten thousand forms need not be read to the end. */
function stands(form: string, known: ReadonlySet<string>): boolean {
  if (!isHanWord(form)) return termsOf(form).every((term) => known.has(term));
  for (let at = 2; at <= form.length; at += 1) if (!known.has(form.slice(at - 2, at))) return false;
  // A word of one character is asked for: articles write it beside others, as parts of pairs.
  return form.length > 1;
}
