// What is wrong with a published site: the rule that is broken, where, and what to do about it.

/** A rule's answer: a site path, and a message that says what is wrong and what to do. */
export type Flaw = { readonly path: string; readonly message: string };

export type Finding = Flaw & { readonly rule: string };

/** Text that a site said, short and on one line, as a message quotes it. */
export function quote(text: unknown): string {
  const written = JSON.stringify(text) ?? 'nothing';
  return written.length > 120 ? `${written.slice(0, 117)}...` : written;
}
