// `/ai-context.md` for a site whose author did not write this file: the categories, prefixes and rules of the site.
import type { Defect } from '../words/defect.ts';
import type { Card } from '../library/cards.ts';
import type { Term } from '../library/taxonomy.ts';
import { aiContextPath } from '../site/paths.ts';
import { proseOf } from '../words/prose.ts';
import { defaultSite } from '../site/site.ts';
import type { Site } from '../site/site.ts';
import { estimateTokens } from '../text/tokens.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';

/** The most that an agent should have to read, in estimated tokens. */
export const aiContextBudget = 550;

/** The site and its listed articles. */
export type ContextInput = {
  readonly site: Site;
  readonly articles: readonly Pick<Card, 'prefix'>[];
  readonly categories: readonly (Term & { readonly articles: readonly unknown[] })[];
};

export function aiContext(input: ContextInput): string {
  const { site } = input;
  const { context: prose } = proseOf(site);
  const opening = [`# ${prose.title}`, '', prose.opening({ site: site.title }), ''];
  const ruleList = ruleLines(input);
  const budgetBeside = (lines: readonly string[]): number => aiContextBudget - 60 - estimateTokens(lines.join('\n'));
  const prefixes = prefixLines(input, budgetBeside([...opening, ...ruleList]));
  const head = [...opening, ...prefixes, ...ruleList];
  const categoryBudget = budgetBeside(head);
  return `${[...head, ...categoryLines(input, categoryBudget)].join('\n')}\n`;
}

/** The prefixes that articles have, and the prefixes that the site added. */
const ownPrefixes = ({ articles, site }: Pick<ContextInput, 'articles' | 'site'>): string[] =>
  [
    ...new Set([
      ...articles.flatMap(({ prefix }) => prefix ?? []),
      ...Object.keys(site.prefixes).filter((prefix) => !Object.hasOwn(defaultSite.prefixes, prefix)),
    ]),
  ].sort();

/** The prefixes: as many as fit into the budget with their categories, then as many names as fit, then a number. */
function prefixLines({ site, articles }: ContextInput, budget: number): string[] {
  const used = ownPrefixes({ site, articles });
  if (used.length === 0) return [];
  const { context: prose } = proseOf(site);
  const nameOf = (prefix: string): string => `\`${prefix}-\``;
  const lines = used.map((prefix) => `- ${nameOf(prefix)} \`[${site.prefixes[prefix]!.categories.join(', ')}]\``);
  const listed = (lineCount: number, nameCount: number): string[] => {
    const names = used.slice(lineCount, nameCount).map(nameOf).join(' ');
    const others = names === '' ? [] : [`- ${prose.otherPrefixes({ names })}`];
    const more = nameCount < used.length ? [`- ${prose.more({ count: used.length - nameCount })}`] : [];
    return [
      `## ${prose.prefixes}`,
      '',
      prose.prefixesOpening,
      '',
      ...lines.slice(0, lineCount),
      ...others,
      ...more,
      '',
    ];
  };
  const fits = (text: readonly string[]): boolean => estimateTokens(text.join('\n')) <= budget;
  const lineCount = largest(used.length, (count) => fits(listed(count, used.length)));
  return listed(
    lineCount,
    largest(used.length, (count) => fits(listed(lineCount, count))),
  );
}

/** The largest number up to `most` that fits. Larger numbers need more space. */
function largest(most: number, fits: (count: number) => boolean): number {
  if (fits(most)) return most;
  let [least, above] = [0, most];
  while (above - least > 1) {
    const middle = Math.floor((least + above) / 2);
    if (fits(middle)) least = middle;
    else above = middle;
  }
  return least;
}

const rules = ['filename', 'filename-prefix', 'title-quoted', 'date-format', 'tags', 'description'] as const;

/** Rules that the site turned off are left out. */
function ruleLines({ site }: ContextInput): string[] {
  const { context: prose } = proseOf(site);
  const items = rules.filter((rule) => site.rules[rule] !== 'off').map((rule) => `- ${prose[rule]}`);
  return items.length === 0 ? [] : [`## ${prose.rules}`, '', ...items, ''];
}

/** The categories with the most articles first, as many as fit into the budget. */
function categoryLines({ categories, site }: ContextInput, budget: number): string[] {
  if (categories.length === 0) return [];
  const { context: prose } = proseOf(site);
  const lines: string[] = [];
  let tokensLeft = budget;
  for (const { name, slug, articles } of [...categories].sort((a, b) => b.articles.length - a.articles.length)) {
    const line = `- ${prose.category({ name, slug, count: articles.length })}`;
    tokensLeft -= estimateTokens(`${line}\n`);
    if (tokensLeft < 0) break;
    lines.push(line);
  }
  const more = categories.length - lines.length;
  return [`## ${prose.categories}`, '', ...lines, ...(more > 0 ? [`- ${prose.more({ count: more })}`] : [])];
}

type CheckInput = Pick<ContextInput, 'site' | 'categories'> & {
  readonly file: string;
  readonly listed: Pick<ContextInput, 'articles'>;
};

/**
 * Warns if an author's own document names prefixes or categories that the site does not have, lists prefixes but not
 * all of those in use, or is too long for agents.
 */
export function checkAiContext(text: string, { file, site, categories, listed }: CheckInput): Defect[] {
  const names = new Set([
    ...categories.map(({ name }) => name),
    ...Object.values(site.prefixes).flatMap((prefix) => prefix.categories),
    ...Object.keys(site.category_map),
  ]);
  const defects: Defect[] = [];
  const named = new Set<string>();
  const warn = (line: number, fault: Message): void =>
    void defects.push({ file, line, column: 1, severity: 'warn', rule: 'site', message: fault });
  for (const [index, line] of text.split('\n').entries()) {
    for (const [, prefix = ''] of line.matchAll(/`([a-z][a-z\d]*(?:-[a-z\d]+)*)-`/g)) {
      named.add(prefix);
      if (!Object.hasOwn(site.prefixes, prefix))
        warn(index + 1, message('prefixUnknown', { file: aiContextPath, prefix }));
    }
    for (const name of categoriesIn(line))
      if (!names.has(name) && !isPlaceholder(name))
        warn(index + 1, message('categoryUnknown', { file: aiContextPath, category: name }));
  }
  const lacking = ownPrefixes({ site, articles: listed.articles }).filter((prefix) => !named.has(prefix));
  const prefixes = lacking.map((prefix) => `${prefix}-`).join(' ');
  const tokens = estimateTokens(text);
  // The list is incomplete only if there is one, and can be completed only if the budget leaves space.
  if (named.size > 0 && lacking.length > 0 && tokens + estimateTokens(prefixes) <= aiContextBudget)
    warn(1, message('prefixesLacking', { file: aiContextPath, prefixes }));
  if (tokens > aiContextBudget)
    warn(1, message('tooManyTokens', { file: aiContextPath, tokens, budget: aiContextBudget }));
  return defects;
}

/** The names in lists such as `[技术, 算法]`. */
const categoriesIn = (line: string): string[] =>
  [...line.matchAll(/`\[([^\]`\n]+)\]`/g)].flatMap(([, list = '']) => list.split(/[,，]/).map((name) => name.trim()));

/** Whether a name is only a placeholder, such as the second one in `[技术, 小类]`. */
const isPlaceholder = (name: string): boolean => /^(?:大类|小类|major|minor|\.{3}|…)$/i.test(name);
