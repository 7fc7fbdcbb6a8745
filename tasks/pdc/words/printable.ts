// Text of strangers on a terminal and in the log of a CI: names of files above all.

/**
 * One line that shows each sign that would not be seen, or would drive a terminal: line breaks, escapes, and the marks that turn
 * the direction of a text. The joiners of emoji and of some scripts stay.
 */
export const printable = (text: string): string =>
  text.replace(
    /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (sign) => short[sign] ?? escaped(sign.codePointAt(0)!),
  );

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (code: number): string =>
  code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;

/** The path of a file at the beginning of a line, where a CI may take `::error` for a command. */
export const printablePath = (path: string): string => printable(path).replace(/^(?=:|##)/, './');
