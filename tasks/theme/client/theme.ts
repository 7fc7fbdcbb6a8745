// The script of every page: the colour scheme switch, the search, and the tools around a text.
import { armAgents } from './agents.ts';
import { armAnchors } from './anchors.ts';
import { armCode } from './code.ts';
import { armContents } from './contents.ts';
import { armFolds } from './folds.ts';
import { armImages } from './lightbox.ts';
import { armMissing } from './missing.ts';
import { loadDiagrams, loadPrompt, loadSearch } from './modules.ts';
import { armScrolling } from './scrolling.ts';
import { armSchemeSwitch } from './scheme-switch.ts';

armSchemeSwitch();
armAgents();
armFolds();
arm(document);
// A locked post becomes a text when its reader opens it.
addEventListener('unlocked', ({ target }) => arm(target as HTMLElement));

function arm(root: ParentNode): void {
  armContents(root);
  armCode(root);
  armAnchors(root);
  armImages(root);
  armScrolling(root);
  const diagrams = root.querySelectorAll<HTMLElement>('.diagram');
  if (diagrams.length > 0) void loadDiagrams().then(({ armDiagrams }) => armDiagrams(diagrams));
  const forms = root.querySelectorAll<HTMLFormElement>('.prompt-form');
  if (forms.length > 0) void loadPrompt().then(({ armPrompt }) => forms.forEach(armPrompt));
}

const searchLink = document.querySelector<HTMLAnchorElement>('.search-open');
if (searchLink) {
  const open = (): void => {
    // Where the script cannot be had, the link leads where it leads without any.
    loadSearch().then(
      ({ openSearch }) => openSearch(),
      () => location.assign(searchLink.href),
    );
  };
  searchLink.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  addEventListener('keydown', (event) => {
    if (!asksForSearch(event)) return;
    event.preventDefault();
    open();
  });
}

function asksForSearch({ key, ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean {
  if (isComposing || altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  return key === '/' && !(target as HTMLElement).closest('input, textarea, select, [contenteditable]');
}

// A search has an address that can be kept and sent: any page's, with "?q=" and the words.
const asked = new URLSearchParams(location.search).get('q');
if (asked !== null) void loadSearch().then(({ openSearch }) => openSearch(asked));

const suggestions = document.querySelector<HTMLElement>('.suggestions');
if (suggestions) armMissing(suggestions);
