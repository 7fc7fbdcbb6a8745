// What may be asked of a table: a word from outside that no column can hold finds nothing, and is no error.

/** Ours are randomUUID()'s, in small letters. */
export function isId(word: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(word);
}

/** PostgreSQL's text holds every character but NUL. */
export function isText(word: string): boolean {
  return !word.includes('\0');
}
