// Reads a tool's arguments by the type that its schema was made of.
import type { z } from 'zod';
import { Remedy } from './answer.ts';

/** The arguments with their defaults. Throws a Remedy that names every argument that is wrong. */
export function readInput<Shape extends z.ZodObject>(shape: Shape, input: unknown): z.output<Shape> {
  const { data, error } = shape.safeParse(input ?? {});
  if (data) return data;
  const faults = error!.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  const known = Object.keys(shape.shape);
  const remedy = known.length === 0 ? '这个工具没有参数' : `这个工具的参数是 ${known.join('、')}`;
  throw new Remedy(`参数有误：${faults.join('；').slice(0, 500)}。${remedy}，改正后重试。`);
}
