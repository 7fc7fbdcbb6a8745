// `/llms.txt`: the entry point for machines, in the llms.txt format: one H1, one quote, one paragraph, then lists of
// links. Its size is limited, even if there are many articles (protocol section 3).
import { aboutOf, joinSegments, oneLine, safeAddress } from '../text/document.ts';
import type { Output } from '../text/document.ts';
import type { Card } from '../library/cards.ts';
import * as paths from '../site/paths.ts';
import { proseOf } from '../words/prose.ts';
import type { Site } from '../site/site.ts';
import { estimateTokens } from '../text/tokens.ts';

export type LlmsInput = {
  readonly site: Site;
  readonly articles: readonly Pick<Card, 'title' | 'slug' | 'encrypted'>[];
  readonly parts: number;
};

/** From this many articles on, agents should not read everything at once (protocol section 3). */
const manyArticles = 50;
/** At least this many of the newest articles are named. */
const minNamed = 5;

/** `parts`: the number of parts of `llms-full.txt`; 0 if it is not divided. */
export function llms({ site, articles, parts }: LlmsInput): Output {
  const texts = {
    head: headOf({ site, articles, parts }),
    titles: articles.map((article) => postItem(article, site)),
    site,
  };
  // A text with all titles omits the line about the rest, so it may be shorter than a text with fewer titles.
  const all = join(texts, articles.length);
  const contents = fits(all, site) ? all : join(texts, mostThatFit(texts));
  return { path: paths.llmsPath, contents };
}

const fits = (text: string, { llms_budget: budget }: Site): boolean =>
  budget === 'off' || estimateTokens(text) <= budget;

/** How many of the newest titles fit, by binary search: one more title never makes the text shorter. */
function mostThatFit(texts: Texts): number {
  const { titles, site } = texts;
  let most = Math.min(minNamed, titles.length);
  let beyond = titles.length;
  while (beyond - most > 1) {
    const middle = Math.floor((most + beyond) / 2);
    if (fits(join(texts, middle), site)) most = middle;
    else beyond = middle;
  }
  return most;
}

type Head = readonly string[];
type Texts = { readonly head: Head; readonly titles: readonly string[]; readonly site: Site };

/** The beginning: the site, the steps of reading (protocol section 3), and each resource once. */
function headOf({ site, articles, parts }: LlmsInput): Head {
  const at = (path: string): string => paths.toAbsolute(site, path);
  const { llms: prose } = proseOf(site);
  const advice = articles.length < manyArticles ? prose.recommended : prose.tooMany;
  return [
    `# ${oneLine(site.title)}`,
    `> ${aboutOf(site)}`,
    prose.steps({ base: paths.basePath(site) }),
    section(prose.resources, [
      item('index.md', at(paths.indexMdPath), prose.list),
      item('ai-context.md', at(paths.aiContextPath), prose.context),
      item(
        'llms-full.txt',
        at(paths.llmsFullPath),
        `${prose.full({ count: articles.length, advice })}${partsNote(parts, site)}`,
      ),
      item('index.json', at(paths.indexJsonPath), prose.index),
      item('mcp.json', at(paths.manifestPath), prose.manifest),
      item('pdc-protocol.md', at(paths.protocolPath), prose.protocol),
      ...(site.skills ? [item('agent-skills', at(paths.skillsPath), prose.skills)] : []),
      ...(site.mcp === undefined ? [] : [item('MCP', site.mcp, prose.adapter)]),
    ]),
  ];
}

function partsNote(count: number, site: Site): string {
  const first = paths.toHref(site, paths.partPath(paths.llmsFullPath, 1));
  return count === 0 ? '' : proseOf(site).llms.parts({ count, first });
}

function join({ head, titles, site }: Texts, listed: number): string {
  const { llms: prose } = proseOf(site);
  const heading = listed < titles.length ? prose.newest({ listed, count: titles.length }) : prose.articles;
  return joinSegments([...head, section(heading, titles.slice(0, listed))].filter((text) => text !== ''));
}

const section = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `## ${title}\n\n${items.join('\n')}`;

const postItem = ({ title, slug, encrypted }: LlmsInput['articles'][number], site: Site): string =>
  item(title, paths.toAbsolute(site, paths.postMdPath(slug)), encrypted ? proseOf(site).llms.encrypted : '');

/**
 * `- [name](url): note`. Parsers of the format end a name at the first "]". In Markdown, a "]" after a "\" does not end
 * the name.
 */
function item(name: string, url: string, note = ''): string {
  const safeName = oneLine(name).replaceAll('[', '［').replaceAll(']', '］').replace(/\\$/, '＼');
  return `- [${safeName}](${safeAddress(url)})${note === '' ? '' : `: ${oneLine(note)}`}`;
}
