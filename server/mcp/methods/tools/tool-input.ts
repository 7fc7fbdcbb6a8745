// Validates the arguments of a tool.
import { z } from 'zod';
import { cut } from '#pdc/text/document';
import { textOf } from '#pdc/endpoints/tools';
import type { Prose } from '#pdc/words/prose';
import { Remedy } from './tool-answer.ts';

/** The arguments with defaults applied. Throws a Remedy that lists every invalid argument. */
export function readInput<Shape extends z.ZodObject>(
  form: Shape,
  { input, prose: { answers: prose, tools } }: { input: Readonly<Record<string, unknown>>; prose: Prose },
): z.output<Shape> {
  const values = asMeant(form, input);
  const result = form.safeParse(values);
  if (result.success) return result.data;
  const messages = result.error.issues.map((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : issue.path.map(String);
    const isMissing = names.length === 1 && names.every((name) => !Object.hasOwn(values, name));
    return `${names.join(prose.comma)}: ${isMissing ? tools.needed : textOf(issue.message, tools)}`;
  });
  const allNames = Object.keys(form.shape);
  const remedy = allNames.length === 0 ? prose.noArguments : prose.arguments({ names: allNames.join(prose.comma) });
  throw new Remedy(prose.badInput({ faults: cut(messages.join(prose.semicolon), 500), remedy }));
}

/** Clients send null or an empty text for unset options, and models send numbers as text. */
const asMeant = ({ shape }: z.ZodObject, input: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== null && !(typeof value === 'string' && value.trim() === ''))
      .map(([name, value]) => [name, isNumber(shape[name]) && isDigits(value) ? Number(value) : value]),
  );

const isNumber = (form: unknown): boolean => form instanceof z.ZodDefault && form.unwrap() instanceof z.ZodNumber;

const isDigits = (value: unknown): boolean => typeof value === 'string' && /^\s*-?\d{1,15}(?:\.0+)?\s*$/.test(value);
