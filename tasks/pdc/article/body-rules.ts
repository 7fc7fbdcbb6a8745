// Checks a body by the rules of prompts, of other engines' tags and of formulas.
import type { Place } from '../defect.ts';
import { faultyFormulas, hasVariablesTable, shownTags } from '../markdown/render.ts';
import { findPlaceholders, readPrompt } from '../markdown/prompt.ts';
import type { PromptArg } from '../markdown/prompt.ts';
import type { Reader } from './fields.ts';
import { placeInBody } from './places.ts';

/** Rules prompt-element and the warnings of prompt-args. */
export function checkPrompt(
  { frontMatter, prefix, report }: Reader,
  { args }: { args: readonly PromptArg[] | undefined },
): void {
  if (prefix !== 'prompt') return;
  const { raw } = frontMatter;
  const reading = readPrompt(raw);
  if ('fault' in reading) {
    report('prompt-element', placeInBody(frontMatter, reading.offset), reading.fault);
    return;
  }
  const { element, mentionedBefore } = reading;
  if (mentionedBefore) {
    const place = placeInBody(frontMatter, raw.indexOf('<prompt>'));
    report(
      'prompt-element',
      place,
      'the text mentions <prompt> before the element: a client that searches for the tag finds this first; reword it or move it behind',
      'warn',
    );
  }
  if (args === undefined) return;
  const place = (): Place => frontMatter.placeOf('prompt_args');
  const warn = (at: Place, message: string): void => report('prompt-args', at, message, 'warn');
  const placeholders = findPlaceholders(element.text);
  for (const name of placeholders) {
    if (args.some((arg) => arg.name.toLowerCase() === name.toLowerCase())) continue;
    warn(
      placeInBody(frontMatter, raw.indexOf(name, element.start)),
      `the placeholder {{${name}}} has no argument: add it to prompt_args`,
    );
  }
  for (const { name } of args) {
    if (placeholders.some((placeholder) => placeholder.toLowerCase() === name.toLowerCase())) continue;
    warn(place(), `the argument "${name}" has no placeholder {{${name.toUpperCase()}}} in the prompt`);
  }
  if (args.length > 0 && !hasVariablesTable(raw, args)) {
    warn(place(), 'the article has prompt_args but no table of variables for people: add one');
  }
}

/** Rule template-tags: what is meant for another engine is shown as it is written. Lenient builds have translated what they know. */
export function checkTags({ frontMatter, report }: Reader, encrypted: boolean): void {
  for (const { name, offset } of shownTags(frontMatter.raw)) {
    // A message must not name even a tag of an encrypted body: others read logs.
    const tag = encrypted ? 'a tag of this locked article' : `the tag "${name}"`;
    const message = `${tag} is another engine's and is shown as text: write Markdown or HTML in its place`;
    report('template-tags', placeInBody(frontMatter, offset), message);
  }
}

/** Rule formulas: what cannot be read is shown as it is written. */
export function checkFormulas({ frontMatter, report }: Reader, encrypted: boolean): void {
  for (const { offset, fault } of faultyFormulas(frontMatter.raw)) {
    // A message must not quote an encrypted body: others read logs.
    const what = encrypted ? 'a formula of this locked article cannot be read' : `the formula cannot be read: ${fault}`;
    report('formulas', placeInBody(frontMatter, offset), `${what}; it is shown as it is written`);
  }
}
