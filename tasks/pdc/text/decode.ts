// Decodes percent-encoding in addresses. Authors and strangers write addresses, and some cannot be decoded.

/** Decodes a text. Returns undefined if something in the text cannot be decoded. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes a text. Returns the text itself if something in it cannot be decoded. */
export const decodeWhole = (text: string): string => decode(text) ?? text;

/** Decodes the parts that can be decoded, and leaves all other parts as they are. */
export const decodeParts = (text: string): string => text.replace(/(?:%[\da-f]{2})+/gi, decodeWhole);

/** An address for people: separators stay encoded. */
export function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
