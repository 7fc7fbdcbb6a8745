// What an author means by yes and no, and the keys by which other engines keep a text back.

/** The words of YAML 1.1 and of themes. Undefined for anything else. */
export function toFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = ['string', 'number'].includes(typeof value) ? String(value).trim().toLowerCase() : '';
  if (/^(?:true|yes|y|on|1)$/.test(word)) return true;
  return /^(?:false|no|n|off|0)$/.test(word) ? false : undefined;
}

/** Keys of other engines and of notes that keep a text back, with the values that mean it. */
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

/** The keys of an article that is meant to be kept back, and that no build of ours would keep back for them. */
export const withholdingKeys = (attributes: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(attributes).filter((key) => withholding[key.trim().toLowerCase()]?.(attributes[key]));
