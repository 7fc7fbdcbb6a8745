// Lenient commands also translate files of other engines. Strict ones do not load the translator.
import type { ReadOptions } from './flow/edition.ts';

export const translating = async (lenient: boolean): Promise<Pick<ReadOptions, 'translate'>> =>
  lenient ? { translate: (await import('./adopt/translate.ts')).createTranslate } : {};
