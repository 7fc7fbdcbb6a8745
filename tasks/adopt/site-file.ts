// The proposal of a `_site.yml`, as text that says why each line is there.
import { rules } from '#pdc/rules';
import { defaultSite, readSite } from '#pdc/site';
import { translate } from '../report/translate.ts';
import type { SiteFacts } from './blog.ts';
import type { Plan } from './plan.ts';

/** The language of the site that facts make: `adopt` tells in it. */
export const languageOf = ({ language }: SiteFacts): string =>
  language !== undefined && isAccepted(`language: ${JSON.stringify(language)}\n`) ? language : defaultSite.language;

/** Facts that the site would refuse are left out, and named. */
export function siteFile(facts: SiteFacts, plan: Plan): { text: string; refused: readonly string[] } {
  const entries = Object.entries(facts);
  const refused = entries
    .filter(([key, value]) => !isAccepted(`${key}: ${JSON.stringify(value)}\n`))
    .map(([key]) => key);
  const remark = (sentence: string): string => `# ${translate(sentence, languageOf(facts))}`;
  const lines = [
    ...entries.filter(([key]) => !refused.includes(key)).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    ...(plan.permalink === defaultSite.permalink
      ? []
      : [remark('Keeps the addresses that articles have had.'), `permalink: ${plan.permalink}`]),
    ...mapLines(plan.maps, remark),
    ...ruleLines(plan, remark),
  ];
  return { text: `${lines.join('\n')}\n`, refused };
}

type Remark = (sentence: string) => string;

const isAccepted = (text: string): boolean =>
  readSite(new TextEncoder().encode(text), '_site.yml').defects.length === 0;

/** Lines below a remark and a key; nothing where there are none. */
const below = (above: readonly string[], lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [...above, ...lines];

function mapLines(maps: Plan['maps'], remark: Remark): string[] {
  const lines = Object.entries(maps).flatMap(([key, map]) =>
    below(
      [`${key}:`],
      Object.entries(map).map(([name, slug]) => `  ${JSON.stringify(name)}: ${slug}`),
    ),
  );
  const head = 'Every name needs an ASCII slug; names with one slug are one term. Change these before you publish.';
  return below([remark(head)], lines);
}

function ruleLines({ habits }: Plan, remark: Remark): string[] {
  const known = rules.map(({ id }) => id).filter((id) => habits.has(id));
  const head = 'Half of the articles and more do not keep these rules of form. Remove a line to hear of it again.';
  return below(
    [remark(head), 'rules:'],
    known.map((id) => `  ${id}: "off" # ${habits.get(id)}`),
  );
}
