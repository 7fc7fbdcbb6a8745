// What a page may load and run (Content-Security-Policy): scripts of this site alone, and none that stand in the page.

const sources: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  // Formulas are placed by `style` attributes, and so is what an author writes as HTML.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'https:'],
  'media-src': ["'self'", 'https:'],
  'font-src': ["'self'", 'data:'],
  // Videos and the like that an author puts into a text.
  'frame-src': ["'self'", 'https:'],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
};

/** For the page's own `<meta>`. A host that sends headers sends the same with `frame-ancestors 'none'` behind it. */
export const contentPolicy = Object.entries(sources)
  .map(([name, values]) => [name, ...values].join(' '))
  .join('; ');
