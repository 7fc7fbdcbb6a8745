// Finds keys of other engines that keep an article private, such as `private: true`, or that lock an article, such as
// `encrypted: true`.

/** Reads a yes or no in the words that YAML 1.1 and themes use. Returns undefined for other values. */
export function toFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = ['string', 'number'].includes(typeof value) ? String(value).trim().toLowerCase() : '';
  if (/^(?:true|yes|y|on|1)$/.test(word)) return true;
  return /^(?:false|no|n|off|0)$/.test(word) ? false : undefined;
}

/**
 * Keys that keep a text private in other engines and in note apps. Each key has a function that tests whether its value
 * makes the text private.
 */
const withholding: Readonly<Record<string, (value: unknown) => boolean>> = {
  private: (value) => toFlag(value) ?? hasText(value),
  unlisted: (value) => toFlag(value) ?? hasText(value),
  public: (value) => toFlag(value) === false,
  listed: (value) => toFlag(value) === false,
  status: (value) => isStage(value),
  visibility: (value) => isStage(value),
};

const hasText = (value: unknown): boolean => value !== null && value !== '';

const isStage = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:draft|private|hidden|unlisted|unpublished|pending|trash|none)$/i.test(value.trim());

/**
 * Returns the keys that make the author expect that an article stays private. We do not support these keys, so the
 * article would be published.
 */
export const withholdingKeys = (attributes: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(attributes).filter((key) => {
    const name = key.trim().toLowerCase();
    return Object.hasOwn(withholding, name) && withholding[name]!(attributes[key]);
  });

/** Keys that say that a text is locked, or that give its password under another name. */
const locks = /^(?:encrypt|encrypted|encryption|lock|locked|protect|protected|pass|passphrase|pwd|secret)$/i;

/** Returns the keys that make the author expect that an article is locked. Only `password` locks an article. */
export const lockKeys = (attributes: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(attributes).filter((key) => locks.test(key.trim()) && isSet(attributes[key]));

const isSet = (value: unknown): boolean => value !== null && value !== '' && toFlag(value) !== false;
