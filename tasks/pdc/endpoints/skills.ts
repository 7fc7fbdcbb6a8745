// `/.well-known/agent-skills/`: open `skill-` and `prompt-` articles as Agent Skills, if `_site.yml` turns on `skills`.
// The format is that of agentskills.io (August 2026), the index that of the Agent Skills Discovery RFC 0.2.0 (12 March
// 2026).
import type { Open, PublicArticle } from '../article/article.ts';
import type { Defect } from '../words/defect.ts';
import { cut, joinRows, oneLine } from '../text/document.ts';
import type { Output } from '../text/document.ts';
import type { NameOf } from '../library/entry-report.ts';
import { message } from '../words/message.ts';
import { postPath, skillPath, skillsPath, toAbsolute } from '../site/paths.ts';
import type { Site } from '../site/site.ts';

/** Clients recognize the format of the index by this address. */
export const skillsSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** The name of a skill, which is the name of its folder too. */
export const isSkillName = (name: string): boolean => name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/** The longest description of a skill, in code units. */
const maxDescription = 1024;

const isCandidate = (article: PublicArticle): article is Open =>
  !article.encrypted &&
  article.hidden !== true &&
  !article.draft &&
  (article.prefix === 'skill' || article.prefix === 'prompt');

/** Whether an article is published as a skill, with its slug as the name. */
export const isSkill = (article: PublicArticle, site: Site): article is Open =>
  site.skills && isCandidate(article) && isSkillName(article.slug);

/**
 * `SKILL.md`: the name and description by which agents choose a skill, the title of the article, and its body byte for
 * byte.
 */
export function skillMd(article: Open, site: Site): Output {
  const head = {
    name: article.slug,
    description: descriptionOf(article),
    ...(site.licence === undefined ? {} : { license: plain(site.licence) }),
  };
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const source = JSON.stringify(toAbsolute(site, postPath(site, article)));
  const frontMatter = ['---', ...lines, 'metadata:', `  source: ${source}`, '---'].join('\n');
  return { path: skillPath(article.slug), contents: `${frontMatter}\n\n# ${oneLine(article.title)}\n\n${article.raw}` };
}

type Articles = { readonly site: Site; readonly articles: readonly PublicArticle[] };

/** The index, sorted by name. `digestOf` returns the hexadecimal SHA-256 of an output file, by its site path. */
export function skillsIndex({ site, articles }: Articles, digestOf: (path: string) => string): Output {
  const rows = articles
    .filter((article) => isSkill(article, site))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
    .map((article) => {
      const path = skillPath(article.slug);
      return JSON.stringify({
        name: article.slug,
        type: 'skill-md',
        description: descriptionOf(article),
        url: toAbsolute(site, path),
        digest: `sha256:${digestOf(path)}`,
      });
    });
  const contents = `{"$schema":${JSON.stringify(skillsSchema)},"skills":${joinRows('[]', rows)}}\n`;
  return { path: skillsPath, contents };
}

/**
 * Warns of articles that cannot be skills because of their slugs. Such slugs exist only in lenient builds, or because a
 * file name is too long.
 */
export const checkSkills = ({ site, articles, nameOf }: Articles & { readonly nameOf: NameOf }): Defect[] =>
  (site.skills ? articles : [])
    .filter((article) => isCandidate(article) && !isSkillName(article.slug))
    .map(({ source, slug }) => ({
      file: nameOf(source),
      line: 1,
      column: 1,
      severity: 'warn',
      rule: 'site',
      message: message('noSkillName', { slug }),
    }));

function descriptionOf({ title, description }: Open): string {
  const text = plain(description) || plain(title);
  return cut(text, maxDescription);
}

/** A text on one line, without characters that some YAML parsers refuse. */
const plain = (text: string): string => oneLine(text).replace(/[\p{Cc}\p{Cs}\ufeff\ufffe\uffff]/gu, '');
