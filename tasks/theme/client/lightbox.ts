// Enlarges images of a text: a click or Enter opens one over the page, and a click, Enter or Escape closes it.
import { labels } from './labels.ts';

export function attachImages(root: ParentNode): void {
  for (const image of root.querySelectorAll<HTMLImageElement>('.content img, .unlocked img')) {
    if (image.closest('a, button')) continue;
    if (image.complete) attach(image);
    else image.addEventListener('load', () => attach(image), { once: true });
  }
}

/** In pixels. Icons and other small images cannot be enlarged. */
const smallest = 160;

function attach(image: HTMLImageElement): void {
  if (image.getBoundingClientRect().width < smallest || image.closest('button')) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'enlarge';
  button.setAttribute('aria-label', image.alt === '' ? labels.enlarge : labels.enlarge + labels.colon + image.alt);
  image.replaceWith(button);
  button.append(image);
  button.addEventListener('click', () => open(image));
}

function open(image: HTMLImageElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'lightbox';
  dialog.setAttribute('aria-label', labels.enlargedPicture(image.alt));
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = labels.close;
  const large = document.createElement('img');
  large.src = image.currentSrc;
  large.alt = image.alt;
  const { width, height } = image.getBoundingClientRect();
  large.style.setProperty('--ratio', String(width / height));
  dialog.append(large, close);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
