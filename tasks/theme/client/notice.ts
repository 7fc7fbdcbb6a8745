// Shows a short notice, also to screen readers.

let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  const notice = document.querySelector<HTMLElement>('.notice') ?? createNotice();
  // An open dialog hides everything outside it.
  (document.querySelector('dialog[open]') ?? document.body).append(notice);
  notice.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => (notice.textContent = ''), 2500);
}

function createNotice(): HTMLElement {
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'status');
  return notice;
}
