// What unfolds over the page, the menu's rest and the panel for assistants, closes as such things do: by a click beside it
// and by Escape.

export function armFolds(): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('.connect, .more > details')) {
    addEventListener('click', ({ target }) => {
      if (!fold.contains(target as Node)) fold.open = false;
    });
    fold.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !fold.open) return;
      fold.open = false;
      fold.querySelector('summary')!.focus();
    });
  }
}
