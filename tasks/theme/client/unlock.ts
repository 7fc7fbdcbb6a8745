// Unlocks an encrypted post in the reader's browser. The typed password does not leave the page.
import { decodeWhole } from '#pdc/text/decode';
import { keyOf, openByKey } from '#pdc/locked/encryption';
import type { Envelope } from '#pdc/locked/encryption';
import { labels } from './labels.ts';
import { forgetKey, recallKey, rememberKey } from './keys.ts';
import { elementIn } from './element.ts';

/** The form that the build made. The mark of a locked post is outside the content, where authors cannot write HTML. */
const builtForm = 'body > main > article.post[data-locked] > .post-text > .content > .locked';

for (const locked of document.querySelectorAll<HTMLElement>(builtForm)) void attach(locked);

async function attach(locked: HTMLElement): Promise<void> {
  const form = elementIn(locked, 'form');
  const note = elementIn(locked, '.locked-note');
  // Browsers have WebCrypto only on https and on localhost.
  if (!globalThis.isSecureContext) {
    note.textContent = labels.lockedInsecure;
    return;
  }
  const envelope = JSON.parse(elementIn(locked, '.envelope').textContent) as Envelope;
  const key = recallKey(envelope);
  if (key !== undefined) {
    // The remembered key may be malformed.
    const text = await openByKey(envelope, key).catch(() => undefined);
    if (text !== undefined) {
      show(locked, { text, envelope });
      return;
    }
    forgetKey(envelope);
  }
  note.remove();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void unlock(locked, { form, envelope });
  });
}

async function unlock(
  locked: HTMLElement,
  { form, envelope }: { form: HTMLFormElement; envelope: Envelope },
): Promise<void> {
  const input = elementIn(form, 'input');
  const button = elementIn(form, 'button');
  const status = elementIn(form, '.locked-status');
  button.disabled = true;
  status.textContent = labels.unlocking;
  const key = await keyOf(envelope, input.value);
  const text = await openByKey(envelope, key);
  button.disabled = false;
  if (text === undefined) {
    status.textContent = labels.wrongPassword;
    input.setAttribute('aria-invalid', 'true');
    input.select();
    return;
  }
  rememberKey(envelope, key);
  show(locked, { text, envelope }).focus({ preventScroll: true });
}

function show(locked: HTMLElement, { text, envelope }: { text: string; envelope: Envelope }): HTMLElement {
  const content = document.createElement('div');
  content.className = 'unlocked';
  content.tabIndex = -1;
  // The text is the author's own, authenticated by the password: as safe as the page that contains it.
  content.innerHTML = text;
  content.append(createLock(envelope));
  locked.replaceWith(content);
  content.dispatchEvent(new Event('unlocked', { bubbles: true }));
  if (location.hash !== '') document.getElementById(decodeWhole(location.hash.slice(1)))?.scrollIntoView();
  return content;
}

/** Locks the post again, for readers who share a screen. */
function createLock(envelope: Envelope): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'lock-again';
  button.textContent = labels.lockAgain;
  button.addEventListener('click', () => {
    forgetKey(envelope);
    location.reload();
  });
  return button;
}
