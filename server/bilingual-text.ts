// Sentences for operators and pages, in both languages.

export type Words = { readonly en: string; readonly zh: string };
