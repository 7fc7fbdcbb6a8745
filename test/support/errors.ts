// Returns the error of work that must fail.
import { expect } from 'chai';
import { Problem } from '../../server/problem.ts';
import type { ProblemCode } from '../../server/problem.ts';

/** Returns the error of `work`. If nothing is thrown, the test fails. */
export const errorOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('nothing was thrown'),
    (error: Error) => error,
  );

export async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await errorOf(work);
  if (error instanceof Problem) return error;
  throw error;
}

export const codeOf = async (work: Promise<unknown>): Promise<ProblemCode> => (await problemOf(work)).code;
