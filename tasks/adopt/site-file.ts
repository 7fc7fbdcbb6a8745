// The proposal of a `_site.yml`, as text that says why each line is there.
import { rules } from '#pdc/rules';
import { defaultSite, readSite } from '#pdc/site';
import { translate } from '../report/translate.ts';
import type { Facts } from './blog.ts';
import type { Plan } from './plan.ts';

/** The language of the site that facts make: `adopt` tells in it. */
export const languageOf = ({ language }: Facts): string =>
  language !== undefined && isAccepted(`language: ${JSON.stringify(language)}\n`) ? language : defaultSite.language;

/** Facts that the site would refuse are left out, and named. */
export function siteFile(facts: Facts, plan: Plan): { text: string; refused: readonly string[] } {
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
    ...prefixLines(plan, remark),
    ...ruleLines(plan, remark),
  ];
  return { text: `${lines.join('\n')}\n`, refused };
}

type Remark = (sentence: string) => string;

const isAccepted = (text: string): boolean =>
  readSite(new TextEncoder().encode(text), '_site.yml').defects.length === 0;

function mapLines(maps: Plan['maps'], remark: Remark): string[] {
  const lines = Object.entries(maps).flatMap(([key, map]) => {
    const entries = Object.entries(map);
    return entries.length === 0
      ? []
      : [`${key}:`, ...entries.map(([name, slug]) => `  ${JSON.stringify(name)}: ${slug}`)];
  });
  return lines.length === 0
    ? []
    : [
        remark('Every name needs an ASCII slug; names with one slug are one term. Change these before you publish.'),
        ...lines,
      ];
}

function prefixLines({ prefixes }: Plan, remark: Remark): string[] {
  const lines = Object.entries(prefixes).map(
    ([prefix, { categories, tags }]) =>
      `  ${prefix}: { categories: ${JSON.stringify(categories)}, tags: ${JSON.stringify(tags)} }`,
  );
  return lines.length === 0
    ? []
    : [
        remark('File names that begin so go with these categories, and with one of these first tags.'),
        'prefixes:',
        ...lines,
      ];
}

function ruleLines({ habits }: Plan, remark: Remark): string[] {
  if (habits.size === 0) return [];
  const known = rules.map(({ id }) => id).filter((id) => habits.has(id));
  return [
    remark('Half of the articles and more do not keep these rules of form. Remove a line to hear of it again.'),
    'rules:',
    ...known.map((id) => `  ${id}: "off" # ${habits.get(id)}`),
  ];
}
