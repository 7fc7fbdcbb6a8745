// Words that mean nearly the same to whoever looks for an article: everyday words, terms, their English. Kept by hand.
import { termsOf } from './search-terms.ts';

/**
 * A group a line; `_` stands for a space. What `+` stands before is one of the things that the others are a word for: it is
 * found by them, and finds none of them, nor its like.
 */
const table = `
网站 站点 网页 web website
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
圆角 radius
阴影 shadow
居中 对齐 center align
布局 排版 layout +flex +grid
响应式 适配 自适应 不同屏幕 responsive 媒体查询 +rem viewport
动画 动效 过渡 animation transition +lottie
图片 照片 图像 image img picture
海报 分享图 画图 绘图 canvas
画布 canvas
图标 icon iconfont svg
字体 font
颜色 color 配色
轮播 幻灯片 +swiper carousel
弹窗 对话框 提示框 modal dialog toast
提示 通知 消息 notice toast
推送 通知 push notification
表单 输入框 填写 注册页 form input
校验 验证 检查 validate validation
注册 登录 登陆 login signup 账号
用户名 账号 昵称 重名 username
冒充 仿冒 伪造 钓鱼
密码 口令 password
扫码 二维码 qrcode
授权 权限 许可 auth authorization permission
付费 付钱 收费 购买 商业 license
支付 付款 payment pay 收款
限制 控制 拦截 防止
加密 密文 encrypt 加解密 +aes +rsa
签名 sign signature
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
滚动 scroll 下拉 上拉
懒加载 延迟加载 按需加载 lazy
首屏 白屏 加载慢 打开慢 首次渲染
白屏 崩溃 打不开 空白
性能 卡顿 卡 慢 优化 performance
内存 泄漏 越占越多 memory leak
调试 排查 debug 开发者工具 devtools
控制台 console 开发者工具 devtools
浏览器 browser +chrome +safari +firefox
微软 老浏览器 ie +ie11 internet_explorer +edge
兼容 兼容性 老版本 旧版 polyfill compatibility
编辑器 +vscode +vim ide +sublime
扩展 插件 plugin extension
配置 设置 config settings 选项
同步 换电脑 迁移 sync
终端 命令行 terminal shell cli 控制台
命令 指令 command cli
脚手架 生成工程 初始化项目 cli 模板 +commander
一问一答 交互式 prompt +inquirer
打包 构建 编译 build +webpack bundle +rollup +vite
模块 module 包 import require
依赖 包 npm package
发布 上线 发版 部署 release deploy publish
持续集成 自动部署 流水线 ci cd +jenkins pipeline
代码规范 规范 风格 lint +eslint style
格式化 +prettier format
注释 文档 comment +jsdoc
重构 整洁 坏味道 refactor clean
测试 单元测试 test +jest +mocha
版本控制 git 版本管理 +svn
分支 从哪条线拉 branch 开发流程 git-flow gitflow
合并 冲突 merge rebase
提交 commit
协作 团队 几个人 多人 合作
线上出急事 紧急修复 补救 +hotfix 回滚
组件 component 控件
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
安卓 android
苹果 ios iphone
原生 native
混合 嵌入 塞进 webview hybrid 集成
手机 移动端 mobile app
桥 互相调用 调到 jsbridge bridge
地图 定位 位置 +高德 map
统计 访问量 多少人来 流量 分析 analytics 埋点 +pv +uv
埋点 行为 上报 统计 analytics
数据分析 分析 统计 analytics
异步 async await promise 回调
回调 callback
闭包 closure 作用域
+原型 继承 prototype class
柯里化 柯理化 curry
函数式 纯函数 functional
面向对象 对象 类 oop
深拷贝 克隆 复制 copy clone
数组 列表 array list
字符串 文本 string text
正则 匹配 regex regexp
类型 typescript type 类型检查
枚举 enum
错误 异常 报错 error exception bug
日志 log 记录
重试 retry 重发
并发 同时 多线程 concurrent parallel 线程
线程 进程 thread process 协程
锁 死锁 互斥 lock mutex
队列 消息队列 queue +kafka mq +rabbitmq
事件 监听 event listener 订阅
定时 计划任务 cron 定时器 timer
时间 日期 date 时区
编码 乱码 字符集 utf-8 utf8 unicode encoding
上传 文件上传 upload
下载 导出 download export
压缩 gzip zip 体积 变小
网络 tcp http 协议 network
握手 连接 +三次握手 handshake tcp
证书 https ssl tls
域名 dns 解析
代理 反向代理 +nginx proxy 转发
负载均衡 分流 load_balance
服务器 云主机 主机 server vps linux
容器 +docker 镜像 container kubernetes k8s
虚拟机 vm 沙箱
操作系统 linux 系统 内核 kernel
文件系统 磁盘 硬盘 inode file
权限 chmod sudo root
数据库 db database +mysql sql +postgres +sqlite
表结构 迁移 schema migration +flyway
索引 index 查询慢 慢查询
查询 搜索 检索 search query 查找
事务 transaction acid 一致性
分库分表 分片 shard
非关系 nosql +mongodb +redis
备份 恢复 backup restore
算法 algorithm 数据结构
排序 sort +快排 +冒泡
查找 二分 search
树 二叉树 tree
图 图论 graph
哈希 散列 hash
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
评论 留言 comment
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
简历 面试 求职 找工作 interview
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
音频 音乐 audio
三维 3d +webgl +threejs
表格 excel table csv
图表 可视化 +echarts chart +d3
富文本 编辑器 editor markdown
拖拽 拖动 drag
打印 print
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
浮点 精度 小数 float
随机 概率 洗牌 random
探索 exploration
利用 exploitation
代码评审 代码审查 评审 review code_review
技术债 遗留 老项目 老的工程 legacy
环境变量 env 环境配置
安装 装 install
升级 更新 迁移 upgrade migrate
卸载 删除 remove uninstall
启动 运行 start run
区别 对比 比较 差别 vs 不同
原理 机制 底层 实现
坑 踩坑 问题 注意事项 troubleshooting
最佳实践 经验 心得 技巧 best_practice
入门 基础 初学 base basic
源码 源代码 source
js javascript
ts typescript
py python
rn react-native react_native
k8s kubernetes
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
`;

const groups = table
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

/** The groups that a query over these terms can need: those of which a form stands in some text. */
export function synonymsFor(terms: Iterable<string>): string {
  const known = new Set(terms);
  const isKnown = (form: string): boolean => termsOf(form.replace('+', '')).every((term) => known.has(term));
  return groups
    .flatMap((forms) => {
      const own = forms.filter(isKnown);
      const asked = forms.filter((form) => !isKnown(form) && !form.startsWith('+'));
      // One form alone says nothing but itself.
      return own.length > 0 && own.length + asked.length > 1 ? [[...own, '>', ...asked].join(' ')] : [];
    })
    .join('|');
}
