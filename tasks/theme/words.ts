// Every word that the theme itself says, in zh-CN. Words with numbers or names in them are functions.

export const words = {
  skip: '跳到正文',
  mainNav: '主导航',
  posts: '文章',
  archives: '归档',
  categories: '分类',
  tags: '标签',

  home: '首页',
  welcome: '写给人，也写给程序：每篇文章都另有 JSON 与 Markdown 版本。程序请从这里开始：',
  draft: '草稿',
  encrypted: '加密',

  updated: '更新于',
  wordCount: (count: number): string => `${count} 字`,
  readingTime: (minutes: number): string => `约 ${minutes} 分钟`,
  contents: '目录',
  lockedPrompt: '这篇文章已加密，输入密码后阅读',
  unlock: '解锁',
  unlocking: '正在解锁……',
  wrongPassword: '密码不对，请再试一次',
  lockedWithoutScript: '这篇文章已加密。解锁在你的浏览器里进行，需要启用 JavaScript。',
  lockedInsecure: '这篇文章已加密。浏览器只在 https 页面上提供解密功能，请改用 https 地址打开本页。',

  prompt: '提示词',
  variable: '变量',
  meaning: '说明',
  required: '必填',
  example: '例子',
  yes: '是',
  no: '否',

  neighbours: '相邻文章',
  newer: '较新一篇',
  older: '较旧一篇',
  related: '相关文章',

  pages: '翻页',
  pageNumber: (page: number): string => `第 ${page} 页`,
  pageOf: (page: number, pages: number): string => `第 ${page} 页，共 ${pages} 页`,
  titleOfPage: (title: string, page: number): string => (page === 1 ? title : `${title}（第 ${page} 页）`),
  describePage: (description: string, page: number): string =>
    page === 1 ? description : `${description}这是第 ${page} 页。`,
  previousPage: '上一页',
  nextPage: '下一页',

  postCount: (count: number): string => `${count} 篇`,
  totalCount: (count: number): string => `共 ${count} 篇文章`,
  year: (year: string): string => `${year} 年`,
  allCategories: '全部分类',
  allTags: '全部标签',

  describeArchives: (site: string, count: number): string => `${site}的全部 ${count} 篇文章，按时间排列。`,
  describeCategories: (site: string, count: number): string => `${site}的 ${count} 个分类。`,
  describeTags: (site: string, count: number): string => `${site}的 ${count} 个标签。`,
  describeCategory: (site: string, name: string, count: number): string => `${site}“${name}”分类下的 ${count} 篇文章。`,
  describeTag: (site: string, name: string, count: number): string => `${site}带有“${name}”标签的 ${count} 篇文章。`,

  emptyPosts: '还没有文章。',
  emptyPostsHint: '第一篇写好之后，会出现在这里。',
  emptyCategories: '还没有分类。',
  emptyTags: '还没有标签。',
  emptyTermsHint: '有了文章，它们会出现在这里。',

  notFound: '没有这一页',
  notFoundHint: '地址可能写错了，或者这一页已经搬走。可以换个入口找找：',
  newest: '最近的文章',

  moved: '此页已搬走',
  movedTo: (from: string): string => `${from} 已经搬到：`,

  footerNav: '订阅与机器入口',
  feed: '订阅',
  manifest: 'MCP 清单',
  mcp: 'MCP 服务',
  source: '源码',
  licence: (licence: string): string => `以 ${licence} 许可发布`,
} as const;
