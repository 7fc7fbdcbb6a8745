// JSON from outside: read, or not there. The parser's errors end here, for their words may quote a secret.

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
