// What lenient commands read by besides our rules: what other engines wrote, which strict ones neither read nor load.
import type { ReadOptions } from './flow/read.ts';

export const translating = async (lenient: boolean): Promise<Pick<ReadOptions, 'translate'>> =>
  lenient ? { translate: (await import('./adopt/translate.ts')).createTranslate } : {};
