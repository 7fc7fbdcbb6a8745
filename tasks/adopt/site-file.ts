// The proposal of a `_site.yml`, with comments that explain its lines.
import { rules } from '#pdc/words/rules';
import { defaultSite, readSite } from '#pdc/site/site';
import { message, textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import type { Configured, SiteFacts } from './blog.ts';
import type { Plan } from './adoption-plan.ts';

/** The language of the new site, in which `adopt` reports. */
export const languageOf = ({ language }: SiteFacts): string =>
  language !== undefined && isAccepted(`language: ${JSON.stringify(language)}\n`) ? language : defaultSite.language;

/** Settings that the site would refuse are left out of the text and listed in `refused`. */
export function siteFile(
  facts: SiteFacts,
  plan: Plan,
  keys: Configured['keys'] = {},
): { text: string; refused: readonly string[] } {
  const { bio, ...settings } = keys;
  const { avatar, ...pictures } = plan.pictures;
  const profile = { ...(avatar !== undefined && { avatar }), ...(bio !== undefined && { bio }) };
  const name = facts.author ?? facts.title;
  const author = Object.keys(profile).length === 0 || name === undefined ? {} : { author: { name, ...profile } };
  const entries = Object.entries({ ...facts, ...author, ...pictures, ...settings }).filter(
    ([, value]) => value !== undefined,
  );
  const refused = entries
    .filter(([key, value]) => !isAccepted(`${key}: ${JSON.stringify(value)}\n`))
    .map(([key]) => key);
  const remark: Remark = (text) => `# ${textOf(text, languageOf(facts))}`;
  const lines = [
    ...entries.filter(([key]) => !refused.includes(key)).flatMap(entryLines),
    ...(plan.permalink === defaultSite.permalink
      ? []
      : [remark(message('permalinkKept')), `permalink: ${plan.permalink}`]),
    ...mapLines(plan.maps, remark),
    ...ruleLines(plan, remark),
  ];
  return { text: `${lines.join('\n')}\n`, refused };
}

/** A list has a line for each of its entries. */
const entryLines = ([key, value]: [string, unknown]): string[] =>
  Array.isArray(value)
    ? [`${key}:`, ...value.map((item) => `  - ${JSON.stringify(item)}`)]
    : [`${key}: ${JSON.stringify(value)}`];

type Remark = (text: Message) => string;

const isAccepted = (text: string): boolean =>
  readSite(new TextEncoder().encode(text), '_site.yml').defects.length === 0;

/** Lines below a remark and a key. Without lines, the remark and the key are left out too. */
const below = (above: readonly string[], lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [...above, ...lines];

function mapLines(maps: Plan['maps'], remark: Remark): string[] {
  const lines = Object.entries(maps).flatMap(([key, map]) =>
    below(
      [`${key}:`],
      Object.entries(map).map(([name, slug]) => `  ${JSON.stringify(name)}: ${slug}`),
    ),
  );
  return below([remark(message('slugsProposed'))], lines);
}

function ruleLines({ habits }: Plan, remark: Remark): string[] {
  const ids = rules.map(({ id }) => id).filter((id) => habits.has(id));
  return below(
    [remark(message('rulesTurnedOff')), 'rules:'],
    ids.map((id) => `  ${id}: "off" # ${habits.get(id)}`),
  );
}
