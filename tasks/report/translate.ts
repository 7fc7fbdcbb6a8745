// Messages in the language of the site: code writes English, and whoever shows it looks it up in the catalogue.
import { readFileSync } from 'node:fs';
import type { Defect } from '#pdc/defect';
import { isChinese } from '#pdc/language';

/** The catalogue: pairs of lines with empty lines between them. */
export const sentences: readonly (readonly [english: string, chinese: string])[] = [
  ...readFileSync(new URL('./chinese.txt', import.meta.url), 'utf8').matchAll(/^(?!#)(.+)\n(.+)$/gm),
].map(([, english, chinese]) => [english!, chinese!]);

/** A sentence for the readers of a language; as it stands where the catalogue has none for it. */
export function translate(sentence: string, language: string): string {
  return isChinese({ language }) ? toChinese(sentence) : sentence;
}

/** Translates a text line by line; lines may be indented. */
export const translateLines = (text: string, language: string): string =>
  text.replace(/[^\s].*/g, (line) => translate(line, language));

export const translateDefect = (defect: Defect, language: string): Defect => ({
  ...defect,
  message: translate(defect.message, language),
});

/** A sentence of the catalogue. What stands before its first hole and behind its last tells most others apart at once. */
type CatalogueEntry = {
  readonly start: string;
  readonly end: string;
  readonly pattern: RegExp;
  /** For each hole whether it holds a sentence of its own. */
  readonly nested: readonly boolean[];
  readonly chinese: string;
};

const hole = /\{\*?\}/g;

function toCatalogueEntry([english, chinese]: (typeof sentences)[number]): CatalogueEntry {
  const pieces = english.split(hole);
  const source = pieces.map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('([^]*?)');
  return {
    start: pieces[0]!,
    end: pieces.length > 1 ? pieces.at(-1)! : '',
    pattern: new RegExp(`^${source}$`),
    nested: [...english.matchAll(hole)].map(([sign]) => sign === '{*}'),
    chinese,
  };
}

const lettersOf = (english: string): number => english.replace(hole, '').length;

/** The most exact first. */
const entries = sentences.toSorted(([a], [b]) => lettersOf(b) - lettersOf(a)).map(toCatalogueEntry);

function toChinese(sentence: string): string {
  for (const { start, end, pattern, nested, chinese } of entries) {
    const found = sentence.startsWith(start) && sentence.endsWith(end) ? pattern.exec(sentence) : null;
    if (!found) continue;
    const values = found.slice(1).map((text, index) => (nested[index] ? { sentence: toChinese(text) } : { text }));
    return fill(chinese, values);
  }
  return sentence;
}

type Value = { readonly text: string } | { readonly sentence: string };

/** Puts values into the holes of a sentence: in their order, or each where its number stands. */
function fill(chinese: string, values: readonly Value[]): string {
  let next = 0;
  return chinese.replace(/( ?)\{(\d?)\}( ?)/g, (_, before: string, number: string, behind: string) => {
    const value = values[number === '' ? next++ : Number(number) - 1]!;
    if ('text' in value) return before + value.text + behind;
    // A blank sets other letters apart: Chinese words need none.
    const { sentence } = value;
    return (
      (/^\p{Script=Han}/u.test(sentence) ? '' : before) + sentence + (/\p{Script=Han}$/u.test(sentence) ? '' : behind)
    );
  });
}
