// Loads the comments of a post when its reader comes near them, and passes changes of the color scheme to them.
import type { CommentSettings } from '../parts/comments.ts';
import { labels } from './labels.ts';

// Selects only the page's own element. An element from an article is nested deeper, and could name other scripts.
const place = document.querySelector<HTMLElement>('main > .comments');
if (place) {
  const settings = JSON.parse(place.dataset.comments!) as CommentSettings;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      load(place, settings).catch(() => showFailure(place));
    },
    { rootMargin: '200px' },
  );
  observer.observe(place);
}

const load = (into: HTMLElement, { language, giscus, waline }: CommentSettings): Promise<void> =>
  giscus ? loadGiscus(into, giscus) : loadWaline(into, { language, ...waline! });

/** The reader's choice, else the system's. */
const scheme = (): string => {
  const { scheme: chosen } = document.documentElement.dataset;
  return chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
};

function onSchemeChange(tell: () => void): void {
  new MutationObserver(tell).observe(document.documentElement, { attributeFilter: ['data-scheme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tell);
}

async function loadGiscus(
  into: HTMLElement,
  { script, attributes }: NonNullable<CommentSettings['giscus']>,
): Promise<void> {
  const element = document.createElement('script');
  for (const [name, value] of Object.entries({ ...attributes, 'data-theme': scheme() }))
    element.setAttribute(name, value);
  element.crossOrigin = 'anonymous';
  element.async = true;
  element.src = script;
  const loaded = new Promise((done, fail) => {
    element.addEventListener('load', done);
    element.addEventListener('error', fail);
  });
  into.append(element);
  await loaded;
  onSchemeChange(() => {
    const frame = into.querySelector<HTMLIFrameElement>('iframe.giscus-frame');
    frame?.contentWindow?.postMessage({ giscus: { setConfig: { theme: scheme() } } }, new URL(script).origin);
  });
}

/** The object that Waline's `init` returns; null if Waline could not start. */
type WalineView = { readonly update: (options: object) => void };

type Waline = NonNullable<CommentSettings['waline']> & { readonly language: string };

async function loadWaline(into: HTMLElement, { client, server, path, language }: Waline): Promise<void> {
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = `${client}/waline.css`;
  document.head.append(style);
  const { init } = (await import(`${client}/waline.js`)) as { init: (options: object) => WalineView | null };
  const holder = document.createElement('div');
  into.append(holder);
  const isDark = (): boolean => scheme() === 'dark';
  const view = init({
    el: holder,
    serverURL: server,
    path,
    lang: language,
    dark: isDark(),
    // Each of these would load from a host that the page's policy forbids.
    emoji: false,
    search: false,
    imageUploader: false,
  });
  onSchemeChange(() => view?.update({ dark: isDark() }));
}

function showFailure(into: HTMLElement): void {
  const note = document.createElement('p');
  note.className = 'hint';
  note.setAttribute('role', 'status');
  note.textContent = labels.commentsFailed;
  into.append(note);
}
