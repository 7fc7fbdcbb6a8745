// The corpus's prose: sentence patterns of Chinese technical writing, with typical inline markup.
import type { Chance } from './chance.ts';
import type { Domain } from './domains.ts';
import { fill, readWords } from './words.ts';

type Words = Readonly<
  Record<'qualities' | 'places' | 'sentences' | 'points' | 'headings' | 'titles' | 'descriptions', readonly string[]>
>;

const { qualities, places, sentences, points, headings, titles, descriptions } = readWords<Words>('prose');

export type Prose = {
  title: () => string;
  /** 50 to 150 code points. */
  description: () => string;
  heading: () => string;
  paragraph: (sentenceCount: number) => string;
  list: (itemCount: number) => string;
  steps: (itemCount: number) => string;
  table: (rowCount: number) => string;
  quote: () => string;
};

export function proseOf(domain: Domain, chance: Chance): Prose {
  const words = {
    subject: () => chance.pick(domain.subjects),
    concept: () => chance.pick(domain.concepts),
    tool: () => chance.pick(domain.tools),
    code: () => chance.pick(domain.codes),
    quality: () => chance.pick(qualities),
    place: () => chance.pick(places),
    number: () => String(chance.between(2, 4096)),
    percent: () => String(chance.between(3, 60)),
  };
  const one = (patterns: readonly string[]): string => fill(chance.pick(patterns), words);
  const many = (patterns: readonly string[], count: number): string[] =>
    chance.several(patterns, count).map((pattern) => fill(pattern, words));
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

  return {
    title: () => one(titles),
    description: () => many(descriptions, 2).join(''),
    heading: () => one(headings),
    paragraph: (sentenceCount) => many(sentences, sentenceCount).join(''),
    list: (itemCount) =>
      many(points, itemCount)
        .map((point) => `- ${point}`)
        .join('\n'),
    steps: (itemCount) =>
      many(points, itemCount)
        .map((point, at) => `${at + 1}. ${point}`)
        .join('\n'),
    table: (rowCount) =>
      [
        row(['方案', '说明', words.quality(), '建议']),
        row(['---', '---', '---', '---']),
        ...Array.from({ length: rowCount }, () =>
          row([words.concept(), `配合 ${words.tool()} 使用`, `${words.number()} ms`, `${words.quality()}优先`]),
        ),
      ].join('\n'),
    quote: () => `> ${one(sentences)}`,
  };
}
