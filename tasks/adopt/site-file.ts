// The proposal of a `_site.yml`, as text that says why each line is there.
import { rules } from '#pdc/rules';
import { defaultSite, readSite } from '#pdc/site';
import { message, textOf } from '#pdc/message';
import type { Message } from '#pdc/message';
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
  const remark: Remark = (said) => `# ${textOf(said, languageOf(facts))}`;
  const lines = [
    ...entries.filter(([key]) => !refused.includes(key)).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    ...(plan.permalink === defaultSite.permalink
      ? []
      : [remark(message('permalinkKept')), `permalink: ${plan.permalink}`]),
    ...mapLines(plan.maps, remark),
    ...ruleLines(plan, remark),
  ];
  return { text: `${lines.join('\n')}\n`, refused };
}

type Remark = (said: Message) => string;

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
  return below([remark(message('slugsProposed'))], lines);
}

function ruleLines({ habits }: Plan, remark: Remark): string[] {
  const known = rules.map(({ id }) => id).filter((id) => habits.has(id));
  return below(
    [remark(message('rulesTurnedOff')), 'rules:'],
    known.map((id) => `  ${id}: "off" # ${habits.get(id)}`),
  );
}
