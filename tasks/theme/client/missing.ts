// On the page for a missing address: on to the address in lower case, where that is one, and a button that looks for what
// the address may have meant. Nothing else is loaded before.
import { decodeWhole } from '#pdc/text/decode';
import { words } from './words.ts';
import { loadSearch } from './modules.ts';

export function attachMissing(section: HTMLElement): void {
  const query = wordsOf(location.pathname.slice(rootPath().length - 1));
  if (query === '') return;
  leadOn();
  const asking = section.querySelector('.asking')!;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words.suggest(query);
  const note = document.createElement('p');
  note.setAttribute('role', 'status');
  button.addEventListener('click', () => {
    loadSearch()
      .then(({ suggest }) => suggest(section, query))
      .then(
        (found) => {
          if (!found) return void (note.textContent = words.searchNothing(query));
          asking.remove();
          // The focused element was removed, so the results take the focus.
          section.querySelector('h2')!.focus();
        },
        () => (note.textContent = words.searchFailed),
      );
  });
  asking.append(button, note);
}

/** The site may stand below a path. */
const rootPath = (): string => document.querySelector<HTMLAnchorElement>('.site-name')!.pathname;

/** Other engines write `/tags/Linux/`; a folder of that name beside `/tags/linux/` would be the same one on some disks. */
function leadOn(): void {
  const root = rootPath();
  const { pathname, search, hash } = location;
  const lowerPathBelowRoot = pathname
    .slice(root.length)
    .replace(/%..|[A-Z]+/g, (part) => (part[0] === '%' ? part : part.toLowerCase()));
  // Two slashes at the beginning would be another host's address.
  const lower = (root + lowerPathBelowRoot).replace(/\/{2,}/g, '/');
  if (lower === pathname) return;
  // A page that cannot be asked for counts as missing.
  fetch(lower, { method: 'HEAD' }).then(
    ({ ok }) => ok && location.replace(lower + search + hash),
    () => undefined,
  );
}

/** The words of an address; none of the page that only says that there is nothing. */
function wordsOf(path: string): string {
  if (path.endsWith('/404.html')) return '';
  const names = path.split('/').filter((name) => !/^(?:posts?|archives|index\.html)?$/.test(name));
  const text = names.join(' ').replace(/\.(?:html?|md|json)$/, '');
  return decodeWhole(text).replace(/[-_]+/g, ' ').trim();
}
