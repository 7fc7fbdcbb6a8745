// Authors' files are UTF-8, or are refused.

/** Bytes as text, a BOM included; nothing where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export const notUtf8 =
  'the file is not UTF-8: save it in that encoding; where an editor used GBK, "iconv -f GB18030 -t UTF-8 OLD.md > NEW.md" converts it';
