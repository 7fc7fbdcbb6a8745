// Checks a body against the rules about prompts, tags of other engines, and formulas.
import type { Place } from '../words/defect.ts';
import { findFormulaFaults } from '../markdown/formula-faults.ts';
import { hasVariablesTable } from '../markdown/variables-table.ts';
import { findShownTags } from '../markdown/shown-tags.ts';
import { findPlaceholders, readPrompt } from '../markdown/prompt.ts';
import type { PromptArg } from '../markdown/prompt.ts';
import type { Reader } from './fields.ts';
import { placeInBody } from './places.ts';
import { message, messageOfParser } from '../words/message.ts';
import type { Message } from '../words/message.ts';

/** Checks rule prompt-element and the warnings of rule prompt-args. */
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
    report('prompt-element', place, message('promptMentionedBefore'), 'warn');
  }
  if (args === undefined) return;
  const place = (): Place => frontMatter.placeOf('prompt_args');
  const warn = (at: Place, fault: Message): void => report('prompt-args', at, fault, 'warn');
  const placeholders = findPlaceholders(element.text);
  const [argNames, placeholderNames] = [args.map(({ name }) => name), placeholders].map(
    (names) => new Set(names.map((name) => name.toLowerCase())),
  ) as [Set<string>, Set<string>];
  for (const name of placeholders) {
    if (argNames.has(name.toLowerCase())) continue;
    warn(placeInBody(frontMatter, raw.indexOf(name, element.start)), message('placeholderWithoutArg', { name }));
  }
  for (const { name } of args) {
    if (placeholderNames.has(name.toLowerCase())) continue;
    warn(place(), message('argWithoutPlaceholder', { name, placeholder: name.toUpperCase() }));
  }
  if (args.length > 0 && !hasVariablesTable(raw, args)) {
    warn(place(), message('noTableOfVariables'));
  }
}

/**
 * Rule template-tags: reports tags of other engines, which are shown as text. Lenient builds translate known tags
 * before this check.
 */
export function checkTags({ frontMatter, report }: Reader, encrypted: boolean): void {
  for (const { name, offset } of findShownTags(frontMatter.raw)) {
    // A message must not name a tag of an encrypted body, because other people may read logs.
    const fault = encrypted ? message('lockedForeignTag') : message('foreignTag', { name });
    report('template-tags', placeInBody(frontMatter, offset), fault);
  }
}

/** Rule formulas: reports formulas that cannot be parsed, which are shown as text. */
export function checkFormulas({ frontMatter, report }: Reader, encrypted: boolean): void {
  for (const { offset, fault } of findFormulaFaults(frontMatter.raw)) {
    // A message must not quote an encrypted body, because other people may read logs.
    const problem = encrypted
      ? message('lockedFormulaUnreadable')
      : message('formulaUnreadable', { reason: messageOfParser(fault) });
    report('formulas', placeInBody(frontMatter, offset), problem);
  }
}
