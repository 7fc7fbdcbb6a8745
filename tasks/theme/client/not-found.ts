// On the page for a missing address: redirects to the address in lower case if it exists, and adds a button that
// searches for the words of the address. The search is not loaded before a click.
import { decodeWhole } from '#pdc/text/decode';
import { labels } from './labels.ts';
import { loadSearch } from './modules.ts';
import { elementIn } from './element.ts';

export function attachNotFound(section: HTMLElement): void {
  // It begins with a slash: the last character of the root.
  const pathBelowRoot = location.pathname.slice(rootPath().length - 1);
  const query = queryFrom(pathBelowRoot);
  // The query is empty at `/404.html`, the address of this page, and at addresses such as `/posts/`, which have no
  // capital letters to change.
  if (query === '') return;
  redirectToLowerCase();
  const asking = elementIn(section, '.asking');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = labels.suggestButton(query);
  const note = document.createElement('p');
  note.setAttribute('role', 'status');
  button.addEventListener('click', () => {
    loadSearch()
      .then(({ suggest }) => suggest(section, query))
      .then(
        (hasResults) => {
          if (!hasResults) return void (note.textContent = labels.searchNothing(query));
          asking.remove();
          // The focused element was removed, so the results take the focus.
          elementIn(section, 'h2').focus();
        },
        () => (note.textContent = labels.searchFailed),
      );
  });
  asking.append(button, note);
}

/** The site may be below a path. */
const rootPath = (): string => elementIn<HTMLAnchorElement>(document, '.site-name').pathname;

/** Redirects to lower case. Other engines write `/tags/Linux/`, which some disks treat like `/tags/linux/`. */
function redirectToLowerCase(): void {
  const root = rootPath();
  const { pathname, search, hash } = location;
  const lowerPathBelowRoot = pathname
    .slice(root.length)
    .replace(/%..|[A-Z]+/g, (part) => (part[0] === '%' ? part : part.toLowerCase()));
  // An address with two slashes at the beginning would lead to another host.
  const lower = (root + lowerPathBelowRoot).replace(/\/{2,}/g, '/');
  if (lower === pathname) return;
  // A page that cannot be fetched counts as missing.
  fetch(lower, { method: 'HEAD' }).then(
    ({ ok }) => ok && location.replace(lower + search + hash),
    () => undefined,
  );
}

/** The words of an address; empty for the page of missing addresses. */
function queryFrom(path: string): string {
  if (path.endsWith('/404.html')) return '';
  const names = path.split('/').filter((name) => !/^(?:posts?|archives|index\.html)?$/.test(name));
  const text = names.join(' ').replace(/\.(?:html?|md|json)$/, '');
  return decodeWhole(text).replace(/[-_]+/g, ' ').trim();
}
