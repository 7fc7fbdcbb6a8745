// Finds passwords in front matter: whoever wrote one means the text to be locked, whatever the key is called.

/**
 * Whatever names a password, at any depth and in any case: its top-level keys, and the one text that they agree on. Of
 * anything else the value is no text, and the reader of articles leaves the article out: it is never published in clear.
 */
export function passwordIn(attributes: Readonly<Record<string, unknown>>): { keys: readonly string[]; value: unknown } {
  const keys: string[] = [];
  const values: unknown[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    const own = namesPassword(key) ? [value] : key === 'prompt_args' ? [] : nested(value, new Set());
    if (own.length > 0) keys.push(key);
    values.push(...own);
  }
  const texts = new Set(values);
  return { keys, value: texts.size === 1 ? values[0] : values };
}

function nested(value: unknown, seen: Set<unknown>): unknown[] {
  // An alias of YAML may lead back to where it stands.
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if (Array.isArray(value)) return value.flatMap((item) => nested(item, seen));
  return Object.entries(value).flatMap(([key, inner]) => (namesPassword(key) ? [inner] : nested(inner, seen)));
}

/** Signs that nobody sees, and those of other widths, hide no password. */
export const namesPassword = (key: string): boolean =>
  /password|passwd|passcode|enc_pwd|密码|密碼/.test(
    key
      .normalize('NFKC')
      .replace(/[\p{Cf}\p{Z}\p{Cc}]/gu, '')
      .toLowerCase(),
  );
