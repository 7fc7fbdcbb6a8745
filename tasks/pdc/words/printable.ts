// Makes foreign text, such as file names, safe for terminals and CI logs.

/**
 * Puts a text on one line and makes invisible and control characters visible: line breaks, escapes, and marks that
 * change the direction of a text. The joiners of emoji and of some scripts stay.
 */
export const printable = (text: string): string =>
  text.replace(
    /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (sign) => short[sign] ?? escaped(sign.codePointAt(0)!),
  );

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (code: number): string =>
  code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;

/** The path of a file at the start of a line, where a CI could read `::error` as a command. */
export const printablePath = (path: string): string => printable(path).replace(/^(?=:|##)/, './');
