// Icons: inline SVG of one stroke, in the color and size of the text beside them. They always have a word beside them.
import { raw } from '#pdc/text/markup';

const icon = (path: string, solid = '') =>
  raw(
    `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${path}"/>${solid && `<path fill="currentColor" d="${solid}"/>`}</svg>`,
  );

export const lock = icon('M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11');
export const magnifier = icon('M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20');
export const sun = icon(
  'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
);
export const moon = icon('M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z');
/** Half light, half dark: the system's scheme. */
export const halves = icon('M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z', 'M12 3.5a8.5 8.5 0 0 1 0 17z');
export const pin = icon('M9 4h6l-1 6 3 3H7l3-3-1-6zM12 13v7');
