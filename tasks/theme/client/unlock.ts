// Unlocks an encrypted post in the reader's browser. Nothing that is typed here leaves the page.
import { open } from '#pdc/encryption';
import type { Envelope } from '#pdc/encryption';
import { words } from '../words.ts';

for (const locked of document.querySelectorAll<HTMLElement>('.locked')) arm(locked);

function arm(locked: HTMLElement): void {
  const form = locked.querySelector('form')!;
  const note = locked.querySelector<HTMLElement>('.locked-note')!;
  // Browsers offer WebCrypto on https and on this machine only.
  if (!globalThis.isSecureContext) {
    note.textContent = words.lockedInsecure;
    return;
  }
  note.remove();
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void unlock(locked, form);
  });
}

async function unlock(locked: HTMLElement, form: HTMLFormElement): Promise<void> {
  const input = form.querySelector('input')!;
  const button = form.querySelector('button')!;
  const status = form.querySelector<HTMLElement>('.locked-status')!;
  const envelope = JSON.parse(locked.querySelector('.envelope')!.textContent) as Envelope;
  button.disabled = true;
  status.textContent = words.unlocking;
  const text = await open(envelope, input.value);
  button.disabled = false;
  if (text === undefined) {
    status.textContent = words.wrongPassword;
    input.select();
    return;
  }
  show(locked, text);
}

function show(locked: HTMLElement, text: string): void {
  const content = document.createElement('div');
  content.className = 'unlocked';
  content.tabIndex = -1;
  // The text is the author's own, authenticated by the password: as safe as the page that carries it.
  content.innerHTML = text;
  locked.replaceWith(content);
  content.focus({ preventScroll: true });
  if (location.hash !== '') document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}
