// `npm run new -- SLUG`: creates an article whose front matter is valid for its prefix.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isError, severityOf } from '#pdc/words/defect';
import { readFileName } from '#pdc/site/file-name';
import { isAscii } from '#pdc/text/fold';
import { isChinese } from '#pdc/words/language';
import { toAsciiSlug } from '#pdc/text/slug';
import { atInstant } from '#pdc/text/moment';
import { defaultSite, readSite } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { reachOf } from './files/reach.ts';
import { Failure } from './settings/failure.ts';
import { callOf, nameOf, readSettings } from './settings/settings.ts';
import { languageOf, withFailuresIn, textsFor } from './report/language.ts';
import { message, textOf } from '#pdc/words/message';

export const usage = message('usageOfNew');

/** Writes the article and returns its path. Throws a Failure if the name is wrong or the file exists. */
function createArticle(slug: string, { content, now }: { content: string; now: number }): string {
  const words = slug.replace(/\.md$/, '');
  // If the argument is not ASCII, it becomes the title, and the file name is its romanization.
  const name = isAscii(words) ? words : toAsciiSlug(words);
  const site = siteOf(content);
  if (words.includes('/')) throw new Failure(message('slugHasFolders', { slug: name }));
  const { prefix, findings } = readFileName(name, site.prefixes);
  // Rules that the site has relaxed do not stop the command.
  const fault = findings.find(({ rule }) => severityOf(rule, { settings: site.rules, lenient: false }) === 'error');
  if (fault) throw new Failure(fault.message);

  const file = path.join(content, `${name}.md`);
  if (existsSync(file)) throw new Failure(message('articleExists', { file: nameOf(file) }));
  mkdirSync(content, { recursive: true });
  writeFileSync(
    file,
    draftOf(name, {
      ...(name === words ? {} : { title: words }),
      prefix,
      site,
      date: atInstant(now, site.timezone).text,
    }),
    { flag: 'wx' },
  );
  return file;
}

function siteOf(content: string): Site {
  const file = path.join(content, '_site.yml');
  const bytes = reachOf(content).readIfThere(file);
  if (!bytes) return defaultSite;
  const { site, defects } = readSite(bytes, nameOf(file));
  const broken = defects.find(isError);
  if (broken) {
    const place = `${broken.file}:${broken.line}:${broken.column}`;
    throw new Failure(message('siteFault', { place, fault: broken.message }));
  }
  return site;
}

function draftOf(
  name: string,
  { title, prefix, site, date }: { title?: string; prefix: string | undefined; site: Site; date: string },
): string {
  // For a name without a prefix, the author fills in the categories.
  const { categories, tags } = prefix === undefined ? { categories: [], tags: [] } : namesOf(prefix, site);
  const subject = prefix === undefined ? name : name.slice(prefix.length + 1).replaceAll('-', ' ');
  const first = tags[0] ?? prefix;
  const second = subject.replaceAll(' ', '-');
  const words = textsFor<PlaceholderTexts>('new.yml', site);
  const lines = [
    '---',
    `title: ${JSON.stringify(title ?? subject)}`,
    `date: ${date}`,
    `categories: ${toList(categories)}`,
    `tags: ${toList(first === undefined ? [] : [first, second === first.toLowerCase() ? `${second}-notes` : second])}`,
    `description: ${JSON.stringify(words.description)}`,
    'draft: true',
    ...(prefix === 'prompt'
      ? [
          'prompt_args:',
          '  - name: topic',
          `    description: ${JSON.stringify(words.topic)}`,
          '    required: true',
          `    example: ${JSON.stringify(words.example)}`,
        ]
      : []),
    '---',
    '',
  ];
  return [...lines, prefix === 'prompt' ? words.prompt : words.body, ''].join('\n');
}

/**
 * The categories and tags of a prefix. Sites in other languages get slugs instead of Chinese names, if their rules
 * allow it.
 */
function namesOf(prefix: string, site: Site): Pick<Site['prefixes'][string], 'categories' | 'tags'> {
  const { categories, tags } = site.prefixes[prefix]!;
  if (isChinese(site)) return { categories, tags };
  const isBound = severityOf('categories-prefix', { settings: site.rules, lenient: false }) === 'error';
  const toEnglish = (name: string): string => {
    const slug = site.category_map[name] ?? toAsciiSlug(name);
    return slug.charAt(0).toUpperCase() + slug.slice(1);
  };
  return {
    categories: isBound ? categories : categories.map((name) => (isAscii(name) ? name : toEnglish(name))),
    tags: tags.filter(isAscii),
  };
}

/** The placeholder texts of a new article. */
type PlaceholderTexts = Readonly<Record<'description' | 'body' | 'topic' | 'example' | 'prompt', string>>;

const toList = (names: readonly string[]): string => `[${names.map((name) => JSON.stringify(name)).join(', ')}]`;

/** Returns the text to print. Throws a Failure that says what is wrong with the arguments. */
export async function runNew(argv: string[]): Promise<string> {
  const { content, operands } = readSettings('new', argv);
  const [slug] = operands;
  if (slug === undefined) throw new Failure(usage);
  const language = (): string => languageOf(content);
  const file = await withFailuresIn(language, async () => createArticle(slug, { content, now: Date.now() }));
  return `${textOf(message('articleWritten', { file: nameOf(file), command: callOf('watch') }), language())}\n`;
}
