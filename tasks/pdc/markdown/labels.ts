// The few words that rendering itself puts into a text or a feed, in the language of the site.
import { isChinese } from '../words/language.ts';

export type Labels = {
  readonly callouts: Readonly<Record<'note' | 'tip' | 'important' | 'warning' | 'caution', string>>;
  readonly anchor: (title: string) => string;
  readonly done: string;
  readonly undone: string;
  readonly codeGroup: string;
  readonly feed: string;
  readonly feedHome: string;
  readonly feedRead: string;
};

const chinese: Labels = {
  callouts: { note: '说明', tip: '提示', important: '重要', warning: '注意', caution: '警告' },
  anchor: (title) => `本节链接：${title}`,
  done: '已完成',
  undone: '未完成',
  codeGroup: '几种写法',
  feed: '这是订阅源：把这一页的地址放进阅读器，有新文章时会收到。也可以直接读下面这些。',
  feedHome: '去网站首页',
  feedRead: '读这一篇',
};

const english: Labels = {
  callouts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  anchor: (title) => `Link to this section: ${title}`,
  done: 'done',
  undone: 'not done',
  codeGroup: 'Variants',
  feed: 'This is a feed: put the address of this page into a reader to hear of new articles, or read on here.',
  feedHome: 'To the site',
  feedRead: 'Read this article',
};

/** Chinese labels for a site in Chinese, English labels for all other sites. */
export const labelsOf = (language: string): Labels => (isChinese({ language }) ? chinese : english);
