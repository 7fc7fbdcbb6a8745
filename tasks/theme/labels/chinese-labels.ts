// Every label of the theme in zh-CN. Labels with numbers or names in them are functions. `english-labels.ts` has the same
// labels in English, and `theme-labels.ts` picks the labels in a site's language. This module has no side effects, so that
// scripts are bundled with one language only.
import labels from './chinese-labels.json' with { type: 'json' };

export const chineseLabels = /* @__PURE__ */ Object.assign({}, labels, {
  searchFound: (count: number): string => `找到 ${count} 篇`,
  searchShown: (count: number, shownCount: number): string => `找到 ${count} 篇，这里是最接近的 ${shownCount} 篇`,
  searchNothing: (query: string): string => `没有找到与“${query}”有关的文章。可以换一个说法，或者少写几个字。`,
  suggestButton: (query: string): string => `找找与“${query}”有关的文章`,
  llmsDirective: (address: string): string => `给智能体：本站全部内容的索引在 ${address}`,
  siteSummary: (count: number, hasTopics: boolean): string =>
    `共 ${count} 篇文章${hasTopics ? '，主要写这些：' : '。'}`,
  wordCount: (count: number): string => `${count} 字`,
  readingTime: (minutes: number): string => `约 ${minutes} 分钟`,
  seriesOf: (name: string): string => `系列：${name}`,
  seriesPlace: (place: number, count: number): string => `第 ${place} 篇，共 ${count} 篇`,
  unfold: (lines: number): string => `展开全部 ${lines} 行`,
  diagramFailed: (reason: string): string => `这张图没有画出来（${reason}），下面是它的源码。`,
  enlargedPicture: (name: string): string => (name === '' ? '放大的图片' : `放大的图片：${name}`),
  sourceOf: (address: string): string => `来源：${address}`,
  pageNumber: (page: number): string => `第 ${page} 页`,
  pageOf: (page: number, pages: number): string => `第 ${page} 页，共 ${pages} 页`,
  titleOfPage: (title: string, page: number): string => (page === 1 ? title : `${title}（第 ${page} 页）`),
  describePage: (description: string, page: number): string =>
    page === 1 ? description : `${description}这是第 ${page} 页。`,
  postCount: (count: number): string => `${count} 篇`,
  totalCount: (count: number): string => `共 ${count} 篇文章`,
  totalTags: (count: number): string => `共 ${count} 个标签`,
  year: (year: string): string => `${year} 年`,
  month: (month: number): string => `${month} 月`,
  dayOfMonth: (day: number): string => `${day} 日`,
  describeArchives: (site: string, count: number): string => `${site}的全部 ${count} 篇文章，按时间排列。`,
  describeCategories: (site: string, count: number): string => `${site}的 ${count} 个分类。`,
  describeTags: (site: string, count: number): string => `${site}的 ${count} 个标签。`,
  describeCategory: (site: string, name: string, count: number): string => `${site}“${name}”分类下的 ${count} 篇文章。`,
  describeTag: (site: string, name: string, count: number): string => `${site}带有“${name}”标签的 ${count} 篇文章。`,
  movedTo: (from: string): string => `${from} 已移到：`,
  licence: (licence: string): string => `以 ${licence} 许可发布`,
});

export type ThemeLabels = {
  readonly [K in keyof typeof chineseLabels]: (typeof chineseLabels)[K] extends (...args: infer A) => string
    ? (...args: A) => string
    : string;
};
