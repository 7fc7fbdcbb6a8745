// The script of every page: the color scheme switch, the search, and the tools around a text.
import { attachAgents } from './agents.ts';
import { attachAnchors } from './anchors.ts';
import { attachCode } from './code.ts';
import { attachContents } from './contents.ts';
import { attachFolds } from './folds.ts';
import { attachImages } from './lightbox.ts';
import { attachNotFound } from './not-found.ts';
import { loadDiagrams, loadPrompt, loadSearch } from './modules.ts';
import { announce } from './notice.ts';
import { attachScrolling } from './scrolling.ts';
import { attachSchemeSwitch } from './scheme-switch.ts';
import { labels } from './labels.ts';

attachSchemeSwitch();
attachAgents();
attachFolds();
attach(document);
// The text of a locked post gets its tools when it is unlocked.
addEventListener('unlocked', ({ target }) => attach(target as HTMLElement));

function attach(root: ParentNode): void {
  attachContents(root);
  attachCode(root);
  attachAnchors(root);
  attachImages(root);
  attachScrolling(root);
  const diagrams = root.querySelectorAll<HTMLElement>('.diagram');
  if (diagrams.length > 0) void loadDiagrams().then(({ attachDiagrams }) => attachDiagrams(diagrams));
  const forms = root.querySelectorAll<HTMLFormElement>('.prompt-form');
  if (forms.length > 0) void loadPrompt().then(({ attachPrompt }) => forms.forEach(attachPrompt));
}

const searchLink = document.querySelector<HTMLAnchorElement>('.search-open');
if (searchLink) {
  const open = (): void => {
    // If the script cannot be loaded, the link works as it does without scripts.
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

// A search has an address: any page with "?q=" and the words.
const query = new URLSearchParams(location.search).get('q');
if (query !== null) {
  loadSearch().then(
    ({ openSearch }) => openSearch(query),
    () => announce(labels.searchFailed),
  );
}

const suggestions = document.querySelector<HTMLElement>('.suggestions');
if (suggestions) attachNotFound(suggestions);
