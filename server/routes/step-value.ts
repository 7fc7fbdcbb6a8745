// Passes a value from one step of a request to a later one.
import type { Context } from 'koa';

export type StepValue<T> = {
  set(ctx: Context, value: T): void;
  /** Throws if no earlier step has set it. */
  get(ctx: Context): T;
};

export function createStepValue<T extends NonNullable<unknown>>(name: string): StepValue<T> {
  const values = new WeakMap<Context, T>();
  return {
    set: (ctx, value) => void values.set(ctx, value),
    get(ctx) {
      const value = values.get(ctx);
      if (value === undefined) throw new Error(`No earlier step has set ${name}.`);
      return value;
    },
  };
}
