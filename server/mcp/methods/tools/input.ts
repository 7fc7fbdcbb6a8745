// Reads a tool's arguments by the type that its schema was made of.
import type { z } from 'zod';
import { textOf } from '#pdc/endpoints/tools';
import type { Prose } from '#pdc/prose';
import { Remedy } from './answer.ts';

/** The arguments with their defaults. Throws a Remedy that names every argument that is wrong. */
export function readInput<Shape extends z.ZodObject>(
  shape: Shape,
  { input, prose: { answers: prose, tools } }: { input: unknown; prose: Prose },
): z.output<Shape> {
  const { data, error } = shape.safeParse(input ?? {});
  if (data) return data;
  const faults = error!.issues.map(({ path, message }) =>
    [...(path.length === 0 ? [] : [path.join('.')]), textOf(message, tools)].join(': '),
  );
  const known = Object.keys(shape.shape);
  const remedy = known.length === 0 ? prose.noArguments : prose.arguments({ names: known.join(prose.comma) });
  throw new Remedy(prose.badInput({ faults: faults.join(prose.semicolon).slice(0, 500), remedy }));
}
