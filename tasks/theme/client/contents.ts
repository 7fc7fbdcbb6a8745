// The table of contents: beside the text if there is room, otherwise a sticky line; marks the current section.
import { decodeWhole } from '#pdc/text/decode';
import { elementIn } from './element.ts';

const wideScreen = matchMedia('(min-width: 75em)');

export function attachContents(root: ParentNode): void {
  const contents = root.querySelector<HTMLElement>('.contents');
  const details = contents?.querySelector('details');
  if (!contents || !details) return;
  const fold = (): void => void (details.open = wideScreen.matches);
  fold();
  wideScreen.addEventListener('change', fold);
  // Over the text, the table is a menu, which closes after a choice, on a click outside, and on Escape.
  const close = (): void => {
    if (!wideScreen.matches) details.open = false;
  };
  addEventListener('click', ({ target }) => {
    if (!details.contains(target as Node) || (target as Element).closest('a')) close();
  });
  details.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || wideScreen.matches || !details.open) return;
    close();
    elementIn(details, 'summary').focus();
  });
  const here = document.createElement('span');
  here.className = 'here';
  elementIn(details, 'summary').append(here);

  const links = [...contents.querySelectorAll<HTMLAnchorElement>('a')];
  const sections = links.flatMap((link) => {
    const heading = document.getElementById(decodeWhole(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  let current: HTMLAnchorElement | undefined;
  const mark = (): void => {
    const reached = sections.filter(({ heading }) => heading.getBoundingClientRect().top < innerHeight / 4);
    const last = isAtEnd() ? sections.at(-1) : reached.at(-1);
    if (last?.link === current) return;
    current?.removeAttribute('aria-current');
    current = last?.link;
    current?.setAttribute('aria-current', 'location');
    here.textContent = current?.textContent ?? '';
    if (wideScreen.matches && current) keepInSight(current, contents);
  };
  let waits = false;
  addEventListener(
    'scroll',
    () => {
      if (waits) return;
      waits = true;
      requestAnimationFrame(() => {
        waits = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}

/** At the end of the page the last section is current: it may be too short to reach the top. */
function isAtEnd(): boolean {
  const { scrollHeight } = document.documentElement;
  return scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2;
}

/** The height, in pixels, over which the style sheet fades the end of the list. */
const fading = 48;

/** Scrolls only the list, not the page. */
function keepInSight(link: HTMLElement, contents: HTMLElement): void {
  const list = elementIn(contents, 'details');
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom - fading) list.scrollTop += inner.bottom - outer.bottom + fading;
}
