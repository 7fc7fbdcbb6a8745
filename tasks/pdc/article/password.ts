// Finds passwords in front matter under any key, because an author who sets a password expects the text to be locked.

/**
 * Finds all passwords, at any depth, under keys in upper or lower case. Returns the top-level keys, and in `value` the
 * password if all passwords are the same. Otherwise `value` is a list: then the article is not published, because it
 * must not be published unencrypted.
 */
export function passwordIn(attributes: Readonly<Record<string, unknown>>): { keys: readonly string[]; value: unknown } {
  const keys: string[] = [];
  const values: unknown[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    const passwords = namesPassword(key) ? [value] : key === 'prompt_args' ? [] : nested(value, new Set());
    if (passwords.length > 0) keys.push(key);
    values.push(...passwords);
  }
  const texts = new Set(values);
  return { keys, value: texts.size === 1 ? values[0] : values };
}

function nested(value: unknown, visited: Set<unknown>): unknown[] {
  // A YAML alias may point to a value that contains the alias.
  if (typeof value !== 'object' || value === null || visited.has(value)) return [];
  visited.add(value);
  if (Array.isArray(value)) return value.flatMap((item) => nested(item, visited));
  return Object.entries(value).flatMap(([key, inner]) => (namesPassword(key) ? [inner] : nested(inner, visited)));
}

/** Whether a key names a password. Invisible and full-width characters do not hide it. */
export const namesPassword = (key: string): boolean =>
  /password|passwd|passcode|enc_pwd|密码|密碼/.test(
    key
      .normalize('NFKC')
      .replace(/[\p{Cf}\p{Z}\p{Cc}]/gu, '')
      .toLowerCase(),
  );
