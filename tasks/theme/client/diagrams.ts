// The diagrams of a text: each is drawn when its reader comes near, once for each scheme. The style sheet shows one of
// the drawings, and on paper the light one. The source stays below, folded. If drawing fails, only the source is shown.
import { labels } from './labels.ts';
import { attachScrolling } from './scrolling.ts';
import { elementIn } from './element.ts';

type Mermaid = {
  readonly initialize: (config: Readonly<Record<string, unknown>>) => void;
  readonly parse: (source: string) => Promise<unknown>;
  readonly render: (id: string, source: string) => Promise<{ readonly svg: string }>;
};

// Mermaid mixes colors and does not support variables. With both drawings in the page, switching the scheme and
// printing need no script.
const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

/** Notices diagrams one screen ahead, so that most are drawn before they are visible. */
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      // One after the other, because they share settings and measurements.
      lastDrawing = lastDrawing.then(() => draw(target as HTMLElement));
    }
  },
  { rootMargin: '100% 0px' },
);

let lastDrawing = Promise.resolve();
let drawn = 0;

export function attachDiagrams(figures: Iterable<HTMLElement>): void {
  for (const figure of figures) near.observe(figure);
}

async function draw(figure: HTMLElement): Promise<void> {
  const code = elementIn(figure, '.code');
  try {
    const mermaid = await loadMermaid();
    const source = elementIn(code, 'pre').textContent;
    await document.fonts.ready;
    const drawings = [];
    for (const scheme of schemes) drawings.push(await drawIn(scheme, { mermaid, source, figure }));
    const scroller = document.createElement('div');
    scroller.className = 'drawing';
    scroller.append(...drawings);
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = labels.diagramSource;
    code.replaceWith(scroller);
    details.append(summary, code);
    figure.append(details);
    attachScrolling(figure);
  } catch (error) {
    const note = document.createElement('p');
    note.className = 'hint';
    note.textContent = labels.diagramFailed(firstLine(error));
    figure.prepend(note);
  }
}

const firstLine = (error: unknown): string =>
  String((error as Error | undefined)?.message ?? error)
    .replace(/\n.*$/s, '')
    .replace(/[\s:]+$/, '');

type Drawing = { readonly mermaid: Mermaid; readonly source: string; readonly figure: HTMLElement };

async function drawIn(scheme: Scheme, { mermaid, source, figure }: Drawing): Promise<SVGElement> {
  mermaid.initialize(settings(scheme));
  // `parse` is strict and reports errors; `render` may not.
  await mermaid.parse(source);
  drawn += 1;
  const { svg } = await mermaid.render(`drawing-${drawn}`, source);
  // Mermaid sanitizes its drawings (`securityLevel`), and this parser runs and loads nothing.
  const element = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')!;
  const name = figure.querySelector('figcaption')?.textContent ?? element.querySelector('title')?.textContent;
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', name || labels.diagram);
  element.classList.add(`in-${scheme}`);
  element.style.setProperty('--natural', `${element.viewBox.baseVal.width}px`);
  return document.adoptNode(element);
}

function settings(scheme: Scheme): Record<string, unknown> {
  const colours = coloursOf(scheme);
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: 'base',
    // The background of a label covers the line below it.
    themeCSS: `.edgeLabel rect, .labelBkg { fill: ${colours.background} !important; opacity: 1 !important }`,
    themeVariables: {
      darkMode: scheme === 'dark',
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: '15px',
      ...colours,
    },
  };
}

/**
 * The site's colors as numbers, because Mermaid mixes other colors from them and supports neither variables nor OKLCH.
 */
function coloursOf(scheme: Scheme): Readonly<Record<'background', string>> & Readonly<Record<string, string>> {
  const probe = document.createElement('span');
  probe.style.colorScheme = scheme;
  document.body.append(probe);
  const colourOf = (token: string): string => {
    probe.style.color = `var(--${token})`;
    return toHex(getComputedStyle(probe).color);
  };
  const [paper, box, ink] = [colourOf('paper'), colourOf('paper-code'), colourOf('ink')];
  const [soft, note, accent] = [colourOf('ink-soft'), colourOf('selection'), colourOf('accent')];
  probe.remove();
  return {
    background: paper,
    mainBkg: box,
    primaryColor: box,
    primaryTextColor: ink,
    primaryBorderColor: soft,
    secondaryColor: note,
    secondaryTextColor: ink,
    secondaryBorderColor: accent,
    tertiaryColor: paper,
    tertiaryTextColor: ink,
    tertiaryBorderColor: soft,
    lineColor: soft,
    textColor: ink,
    titleColor: ink,
    noteBkgColor: note,
    noteTextColor: ink,
    noteBorderColor: accent,
    edgeLabelBackground: paper,
    pieStrokeColor: soft,
    pieStrokeWidth: '1px',
    pieOuterStrokeColor: soft,
    pieOuterStrokeWidth: '1px',
    pieOpacity: '1',
  };
}

function toHex(colour: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d')!;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const bytes = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

let mermaid: Promise<Mermaid> | undefined;

/** Loads a classic script, which sets a global, because the package does not contain a module. */
function loadMermaid(): Promise<Mermaid> {
  mermaid ??= new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = new URL('mermaid.js', import.meta.url).href;
    script.addEventListener('load', () => done((globalThis as unknown as { mermaid: Mermaid }).mermaid));
    script.addEventListener('error', () => fail(new Error(labels.diagramUnread)));
    document.head.append(script);
  });
  return mermaid;
}
