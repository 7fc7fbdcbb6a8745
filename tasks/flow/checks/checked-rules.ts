// The table of rules: the functions that check each rule, and the section of static/pdc-protocol.md that requires it.
// `gulp check --rules` prints it.
import { checkFormulas, checkPrompt, checkTags } from '#pdc/article/body-rules';
import * as fields from '#pdc/article/fields';
import { readFrontMatter } from '#pdc/article/front-matter';
import { readFileName } from '#pdc/site/file-name';
import { claimPaths } from '#pdc/library/addresses';
import { checkCover } from '#pdc/library/cover-check';
import { checkActiveFiles } from '#pdc/library/active-files';
import { checkHtml } from '#pdc/library/html-flaws';
import { checkLinks } from '#pdc/library/entry-links';
import { checkLockedFiles, checkPasswords } from '#pdc/library/public-texts';
import { readTerms } from '#pdc/library/term-groups';
import { wordsIn } from '#pdc/words/language';
import { rules } from '#pdc/words/rules';
import type { RuleId } from '#pdc/words/rules';
import { createRedirects } from '../branches/redirects.ts';
import { outsideFinding } from '../content-files.ts';

type CheckedRule = {
  /** Undefined for rules that the protocol does not have. */
  readonly section?: number;
  /** The functions that report this rule. */
  readonly checks: readonly ((...args: never[]) => unknown)[];
};

export const checkedRules: Readonly<Record<RuleId, CheckedRule>> = {
  'front-matter': { section: 4, checks: [readFrontMatter] },
  title: { section: 4, checks: [fields.readTitle] },
  'title-quoted': { section: 4, checks: [fields.readTitle] },
  date: { section: 4, checks: [fields.readDate] },
  'date-format': { section: 4, checks: [fields.readDate] },
  updated: { section: 4, checks: [fields.readUpdated] },
  categories: { section: 4, checks: [fields.readCategories] },
  'categories-prefix': { section: 5, checks: [fields.readCategories] },
  tags: { section: 4, checks: [fields.readTags] },
  'tags-first': { section: 5, checks: [fields.readTags] },
  description: { section: 4, checks: [fields.readDescription] },
  filename: { section: 5, checks: [readFileName] },
  'filename-prefix': { section: 5, checks: [readFileName] },
  'filename-ascii': { section: 5, checks: [readFileName] },
  'slug-unique': { section: 5, checks: [claimPaths, createRedirects] },
  'slug-collision': { section: 5, checks: [readTerms] },
  'taxonomy-map': { section: 5, checks: [readTerms] },
  types: {
    section: 4,
    checks: [
      fields.readMathjax,
      fields.readDraft,
      fields.readCover,
      checkCover,
      fields.readShowing,
      fields.readPassword,
      fields.readAliases,
    ],
  },
  'password-strength': { section: 10, checks: [fields.readPassword, checkPasswords] },
  'prompt-element': { section: 11, checks: [checkPrompt] },
  'prompt-args': { section: 4, checks: [fields.readPromptArgs, checkPrompt] },
  links: { section: 6, checks: [checkLinks, checkLockedFiles, createRedirects] },
  html: { checks: [checkHtml] },
  'html-word': { checks: [checkHtml] },
  script: { checks: [checkHtml] },
  'active-file': { checks: [checkActiveFiles] },
  'local-path': { section: 6, checks: [checkLinks, checkCover] },
  outside: { checks: [outsideFinding] },
  'template-tags': { section: 6, checks: [checkTags] },
  formulas: { checks: [checkFormulas] },
};

const heading = {
  en: '| rule | section | severity | requirement | with --lenient instead |',
  zh: '| 规则 | 节 | 严重程度 | 要求 | 用 --lenient 时改为 |',
};

/** The table as Markdown. */
export function describeRules(language: string): string {
  const rows = rules.map(({ id, severity, asks, fallback = '-' }) => {
    const { section = '-' } = checkedRules[id];
    return `| \`${id}\` | ${section} | ${severity} | ${wordsIn(asks, language)} | ${wordsIn(fallback, language)} |`;
  });
  return `${[wordsIn(heading, language), '|---|---|---|---|---|', ...rows].join('\n')}\n`;
}
