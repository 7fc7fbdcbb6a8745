// The search box: a dialog over the page that is loaded on first use and searches while the reader types. Also the
// suggestions on the page for a missing address.
import { passageIn, toWordPattern } from '#pdc/search/passage';
import type { Hit } from '#pdc/search/search';
import { postMdPath } from '#pdc/site/paths';
import { labels } from './labels.ts';
import { addressOf, fetchOnce, searchSite } from './catalog.ts';
import { mark } from './highlight.ts';
import { elementIn } from './element.ts';

const maxShown = 12;
const newestShown = 5;
const maxSuggested = 5;

let box: Box | undefined;

/** Opens the box, and searches for the query if there is one. */
export function openSearch(query?: string): void {
  box ??= createBox();
  box.open(query);
}

type Box = { readonly open: (query: string | undefined) => void };

function createBox(): Box {
  const dialog = document.createElement('dialog');
  dialog.className = 'search';
  dialog.setAttribute('aria-label', labels.searchFor);
  // This markup has only labels of the theme, and no text of an article.
  dialog.innerHTML = `<form role="search">
<input type="search" role="combobox" aria-label="${labels.searchFor}" aria-expanded="false" aria-controls="search-hits" aria-autocomplete="list" placeholder="${labels.searchPlaceholder}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200" enterkeyhint="go">
<button type="button" class="quiet">${labels.close}</button>
</form>
<p class="search-status" role="status"></p>
<ul id="search-hits" role="listbox" aria-label="${labels.search}" hidden></ul>
<p class="search-keys">${labels.searchKeys}</p>`;
  document.body.append(dialog);
  const input = elementIn(dialog, 'input');
  const status = elementIn(dialog, '.search-status');
  const list = elementIn(dialog, 'ul');
  let listedHits: readonly Hit[] = [];
  let selected = 0;
  /** The number of the last query. Results of earlier queries are ignored. */
  let lastQueryNumber = 0;

  const showStatus = (...parts: (string | HTMLElement)[]): void => status.replaceChildren(...parts);

  async function search(): Promise<void> {
    const queryNumber = (lastQueryNumber += 1);
    list.setAttribute('aria-busy', 'true');
    // A link may contain a longer query than the field accepts.
    const query = input.value.trim().slice(0, input.maxLength);
    try {
      const limit = query === '' ? newestShown : maxShown;
      const { total, posts, forms } = await searchSite({ query, limit });
      const listedPosts = total > 0 ? posts : (await searchSite({ query: '', limit: newestShown })).posts;
      const wordPattern = total > 0 ? toWordPattern([query, ...forms]) : undefined;
      if (queryNumber === lastQueryNumber) showHits({ query, total, posts: listedPosts, wordPattern });
    } catch {
      if (queryNumber === lastQueryNumber) offerRetry();
    }
  }

  function showHits({ query, total, posts, wordPattern }: ShownHits): void {
    listedHits = posts;
    list.removeAttribute('aria-busy');
    showStatus(describeResults({ query, total, count: posts.length, allNear: posts.every(isNear) }));
    list.replaceChildren(...posts.map((entry, at) => createHit(entry, { at, wordPattern })));
    if (total === 0) markGroup(list, 0, labels.searchNewest);
    else markGroup(list, posts.findIndex(isNear), labels.searchNear);
    list.hidden = posts.length === 0;
    list.scrollTop = 0;
    // Suggestions are not results: Enter opens one only if it was selected.
    select(total > 0 ? 0 : -1);
  }

  function offerRetry(): void {
    list.removeAttribute('aria-busy');
    const retry = document.createElement('button');
    retry.type = 'button';
    retry.textContent = labels.searchRetry;
    retry.addEventListener('click', () => {
      input.focus();
      void search();
    });
    showStatus(labels.searchFailed, ' ', retry);
  }

  function select(at: number): void {
    selected = at;
    for (const [index, hit] of [...list.children].entries())
      hit.setAttribute('aria-selected', String(index === selected));
    const hit = list.children[selected];
    input.setAttribute('aria-expanded', String(list.children.length > 0));
    if (hit) {
      input.setAttribute('aria-activedescendant', hit.id);
      hit.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  }

  function openSelected({ ctrlKey, metaKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>): void {
    const entry = listedHits[selected];
    if (!entry) return;
    const { anchor = '' } = (list.children[selected] as HTMLElement).dataset;
    const address = `${addressOf(entry)}${anchor && `#${encodeURIComponent(anchor)}`}`;
    if (ctrlKey || metaKey) {
      window.open(address);
      return;
    }
    dialog.close();
    location.assign(address);
  }

  input.addEventListener('input', (event) => {
    // Text that an input method is still composing is not a query.
    if (!event.isComposing) void search();
  });
  input.addEventListener('compositionend', () => void search());
  input.addEventListener('keydown', (event) => {
    const { key, isComposing } = event;
    if (isComposing || listedHits.length === 0) return;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      select((Math.max(selected, step === 1 ? -1 : 0) + step + listedHits.length) % listedHits.length);
    } else if (key === 'Enter') {
      event.preventDefault();
      openSelected(event);
    }
  });
  elementIn(dialog, 'form').addEventListener('submit', (event) => event.preventDefault());
  elementIn(dialog, 'button').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  list.addEventListener('click', (event) => {
    const hit = (event.target as HTMLElement).closest('li');
    if (!hit) return;
    select([...list.children].indexOf(hit));
    openSelected(event);
  });
  // In some browsers Escape first empties a search field. Here it closes the box.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    dialog.close();
  });

  return {
    open(query) {
      if (dialog.open) return;
      if (query !== undefined) input.value = query;
      dialog.showModal();
      input.select();
      if (listedHits.length === 0) showStatus(labels.searchOpening);
      void search();
    },
  };
}

type ShownHits = {
  readonly query: string;
  readonly total: number;
  readonly posts: readonly Hit[];
  readonly wordPattern: RegExp | undefined;
};

const isNear = ({ match }: Hit): boolean => match === 'near';

/** Marks where a group of hits begins. The style sheet shows its name. */
function markGroup(list: HTMLElement, first: number, name: string): void {
  const hit = list.children[first];
  if (hit) (hit as HTMLElement).dataset.group = name;
}

type SearchTotals = { query: string; total: number; count: number; allNear: boolean };

function describeResults({ query, total, count, allNear }: SearchTotals): string {
  if (query === '') return labels.searchNewest;
  if (total === 0) return labels.searchNothing(query);
  if (allNear) return labels.searchOnlyNear;
  return total > count ? labels.searchShown(total, count) : labels.searchFound(total);
}

function createHit(entry: Hit, { at, wordPattern }: { at: number; wordPattern: RegExp | undefined }): HTMLElement {
  const hit = document.createElement('li');
  hit.id = `search-hit-${at}`;
  hit.setAttribute('role', 'option');
  const facts = [
    ...(isNear(entry) ? [labels.searchNear] : []),
    entry.date,
    entry.categories.at(-1) ?? '',
    ...(entry.encrypted ? [labels.encrypted] : []),
  ];
  hit.append(
    createPart('hit-title', mark(entry.title, wordPattern)),
    createPart('hit-facts', [facts.filter((fact) => fact !== '').join(' · ')]),
    createPart('hit-text', mark(entry.description, wordPattern)),
  );
  // Near hits are guesses, so the text of a near hit is loaded only if it is the first hit.
  const loadsBody = (at === 0 || !isNear(entry)) && !entry.encrypted;
  if (wordPattern && loadsBody && !hit.querySelector('mark')) void showPassage(entry, { hit, wordPattern });
  return hit;
}

function createPart(name: string, children: readonly (string | HTMLElement)[]): HTMLElement {
  const part = document.createElement('span');
  part.className = name;
  part.append(...children);
  return part;
}

/** If neither title nor description has the words, shows the passage of the body that has them, and links to it. */
async function showPassage(
  { slug }: Hit,
  { hit, wordPattern }: { hit: HTMLElement; wordPattern: RegExp },
): Promise<void> {
  // If the body cannot be loaded, the description stays.
  const body = await fetchOnce(postMdPath(slug)).catch(() => '');
  const passage = passageIn(body, wordPattern);
  if (!passage) return;
  elementIn(hit, '.hit-text').replaceChildren(...mark(passage.text, wordPattern));
  if (passage.trail.length === 0) return;
  hit.dataset.anchor = passage.anchor;
  elementIn(hit, '.hit-facts').append(' · ', createPart('hit-trail', mark(passage.trail.join(' › '), wordPattern)));
}

/**
 * Replaces the articles of the section with those that match the words, and returns whether there are any. Near hits
 * are left out.
 */
export async function suggest(section: HTMLElement, query: string): Promise<boolean> {
  const posts = (await searchSite({ query, limit: maxSuggested })).posts.filter((hit) => !isNear(hit));
  if (posts.length === 0) return false;
  const list = document.createElement('ol');
  list.className = 'entries';
  for (const entry of posts) {
    const item = document.createElement('li');
    const date = document.createElement('time');
    date.textContent = entry.date;
    const link = document.createElement('a');
    link.href = addressOf(entry);
    link.textContent = entry.title;
    item.append(date, link);
    list.append(item);
  }
  const heading = elementIn(section, 'h2');
  heading.textContent = labels.suggestions;
  heading.tabIndex = -1;
  elementIn(section, '.entries').replaceWith(list);
  return true;
}
