// The HTML document of the stand-in's pages.
import { html } from '../page-markup.ts';
import type { Markup } from '../page-markup.ts';

/** The address of the stand-in: `http://localhost:3000` and `/sandbox`. */
export type StandInAddress = { readonly origin: string; readonly path: string };

export type PageContent = {
  readonly title: string;
  /** The CSS classes of the body. */
  readonly bodyClass: string;
  /** The address of the page's script. */
  readonly script?: string;
  /** A site's own stylesheet, loaded last. */
  readonly stylesheet?: string | undefined;
  readonly main: Markup;
  readonly language?: 'zh' | 'en';
};

/** The document. By default it is Chinese, like the provider's. */
export function documentOf(
  { path }: StandInAddress,
  { title, bodyClass, script, stylesheet, main, language = 'zh' }: PageContent,
): string {
  return String(html`<!doctype html>
<html lang="${language === 'en' ? 'en' : 'zh-CN'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${path}/client/style.css">
${stylesheet === undefined ? '' : html`<link rel="stylesheet" href="${stylesheet}">`}
${script === undefined ? '' : html`<script type="module" src="${script}"></script>`}
</head>
<body class="${bodyClass}">
${main}
</body>
</html>
`);
}
