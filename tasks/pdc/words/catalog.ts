// The types of catalogs of sentences. A key lists the placeholders of its sentence, such as `part(number, count)`, so
// that the compiler checks the values.

type NamesIn<List> = List extends `${infer First}, ${infer Rest}` ? First | NamesIn<Rest> : List;

/** `part` of the key `part(number, count)`. */
export type NameOf<Key> = Key extends `${infer Name}(${string}` ? Name : Key;

/** `'number' | 'count'` of the key `part(number, count)`. */
export type PlaceholdersOf<Key> = Key extends `${string}(${infer List})` ? NamesIn<List> & string : never;

export const nameOf = (key: string): string => key.replace(/\(.*/, '');
