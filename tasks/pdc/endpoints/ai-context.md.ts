// `/ai-context.md` of a site whose author wrote none: its own categories, prefixes and rules, and nobody else's.
import type { Defect } from '../defect.ts';
import type { RuleId } from '../rules.ts';
import type { Library } from '../library/library.ts';
import { listed } from '../library/listed.ts';
import { aiContextPath } from '../paths.ts';
import { estimateTokens } from '../tokens.ts';

/** What an agent should have to read at most, in estimated tokens. */
export const aiContextBudget = 550;

export function aiContext(whole: Library): string {
  const library = listed(whole);
  const { site } = library;
  const head = [
    '# 写作规则与分类体系',
    '',
    `“${site.title}”的文章这样命名、这样分类。路径接在站点基地址之后；完整规则：\`/pdc-protocol.md\`。`,
    '',
    ...prefixLines(library),
    ...ruleLines(library),
  ];
  const rest = aiContextBudget - 60 - estimateTokens(head.join('\n'));
  return `${[...head, ...categoryLines(library, rest)].join('\n')}\n`;
}

/** Only prefixes that articles have: the table of the defaults is not the site's. */
function prefixLines({ articles, site }: Library): string[] {
  const used = [...new Set(articles.flatMap(({ prefix }) => prefix ?? []))].sort();
  if (used.length === 0) return [];
  const lines = used.map((prefix) => `- \`${prefix}-\` \`[${site.prefixes[prefix]!.categories.join(', ')}]\``);
  return ['## 前缀', '', '文件名以前缀开头，`categories` 随它而定：', '', ...lines, ''];
}

const ruleTexts: readonly (readonly [rule: RuleId, text: string])[] = [
  ['filename', '文件名：小写英文词以连字符相连，无下划线，末词不是纯数字。'],
  ['filename-prefix', '新的前缀先在 `content/_site.yml` 的 `prefixes` 登记。'],
  ['title-quoted', '`title` 写在双引号里。'],
  ['date-format', '`date` 是 `YYYY-MM-DD HH:mm:ss`。'],
  ['tags', '`tags` 2 至 5 个。'],
  ['description', '`description` 50 至 150 个字符。'],
];

/** A rule that the site turned off is none of its rules. */
function ruleLines({ site }: Library): string[] {
  const kept = ruleTexts.filter(([rule]) => site.rules[rule] !== 'off').map(([, text]) => `- ${text}`);
  return kept.length === 0 ? [] : ['## 规则', '', ...kept, ''];
}

/** The categories of most articles first, as many as there is room for. */
function categoryLines({ categories }: Library, budget: number): string[] {
  if (categories.length === 0) return [];
  const lines: string[] = [];
  let left = budget;
  for (const { name, slug, articles } of [...categories].sort((a, b) => b.articles.length - a.articles.length)) {
    const line = `- ${name}：\`${slug}\`，${articles.length} 篇`;
    left -= estimateTokens(`${line}\n`);
    if (left < 0) break;
    lines.push(line);
  }
  const more = categories.length - lines.length;
  return ['## 分类', '', ...lines, ...(more > 0 ? [`- 另有 ${more} 个，见 \`/api/index.json\``] : [])];
}

/** What an author's own document says that the site is not: prefixes and categories that it has not, and more than agents should read. */
export function checkAiContext(text: string, { file, library }: { file: string; library: Library }): Defect[] {
  const { site, categories } = library;
  const names = new Set([
    ...categories.map(({ name }) => name),
    ...Object.values(site.prefixes).flatMap((prefix) => prefix.categories),
    ...Object.keys(site.category_map),
  ]);
  const defects: Defect[] = [];
  const warn = (line: number, message: string): void =>
    void defects.push({ file, line, column: 1, severity: 'warn', rule: 'site', message });
  for (const [index, line] of text.split('\n').entries()) {
    for (const [, prefix] of line.matchAll(/`([a-z][a-z\d]*(?:-[a-z\d]+)*)-`/g))
      if (!Object.hasOwn(site.prefixes, prefix!))
        warn(index + 1, `${aiContextPath} names the prefix "${prefix}-", which this site has not: correct it`);
    for (const [, list] of line.matchAll(/`\[([^\]`\n]+)\]`/g))
      for (const name of list!.split(/[,，]/).map((each) => each.trim()))
        if (!names.has(name) && !isPlaceholder(name))
          warn(index + 1, `${aiContextPath} names the category "${name}", which this site has not: correct it`);
  }
  const tokens = estimateTokens(text);
  if (tokens > aiContextBudget)
    warn(1, `${aiContextPath} takes about ${tokens} tokens of an agent, more than ${aiContextBudget}: shorten it`);
  return defects;
}

/** `[技术, 小类]` and the like stand for a name. */
const isPlaceholder = (name: string): boolean => /^(?:大类|小类|major|minor|\.{3}|…)$/i.test(name);
