// Scripts that are loaded when they are needed. They are files beside this one.
import type * as Diagrams from './diagrams.ts';
import type * as Prompt from './prompt.ts';
import type * as Search from './search.ts';

const load = (name: string): Promise<unknown> => import(new URL(`${name}.js`, import.meta.url).href);

export const loadSearch = (): Promise<typeof Search> => load('search') as Promise<typeof Search>;

export const loadDiagrams = (): Promise<typeof Diagrams> => load('diagrams') as Promise<typeof Diagrams>;

export const loadPrompt = (): Promise<typeof Prompt> => load('prompt') as Promise<typeof Prompt>;
