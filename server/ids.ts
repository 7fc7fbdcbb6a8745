// Words from outside that may be asked for: what no column can hold finds nothing, and is no error.

/** An id of ours: randomUUID()'s, in small letters. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

/** PostgreSQL's text holds every character but NUL. */
export function isText(word: string): boolean {
  return !word.includes('\0');
}
