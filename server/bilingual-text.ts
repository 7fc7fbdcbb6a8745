// Sentences for operators and pages, in both languages.

/** A sentence for an operator or a page, in both languages. */
export type Words = { readonly en: string; readonly zh: string };
