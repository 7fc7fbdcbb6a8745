// Parses untrusted JSON; undefined if it is invalid. The parser's errors are dropped because they may quote a secret.

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
