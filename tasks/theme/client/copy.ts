// Copies texts, and announces the result.
import { labels } from './labels.ts';
import { announce } from './notice.ts';

/** Browsers allow access to the clipboard only on https and on localhost; elsewhere the copy button is left out. */
export const canCopy = (): boolean => globalThis.isSecureContext;

/** Copies a text or the result of a promise. Call it while a click is handled: browsers require this for permission. */
export async function copy(text: string | Promise<string>, done: string = labels.copied): Promise<void> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(toPlain) })]);
    announce(done);
  } catch {
    announce(labels.copyFailed);
  }
}

const toPlain = (text: string): Blob => new Blob([text], { type: 'text/plain' });

export function createButton(label: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', act);
  return button;
}
