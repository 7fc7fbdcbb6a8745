// The folded menu items and the panel for assistants open over the page. A click outside or Escape closes them.
import { elementIn } from './element.ts';

export function attachFolds(): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('.connect, .more > details')) {
    addEventListener('click', ({ target }) => {
      if (!fold.contains(target as Node)) fold.open = false;
    });
    fold.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !fold.open) return;
      fold.open = false;
      elementIn(fold, 'summary').focus();
    });
  }
}
