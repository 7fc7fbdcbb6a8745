// Icons: inline SVG of one stroke, in the colour and size of the text beside them. A word always stands with them.
import { raw } from 'hono/html';

const icon = (path: string) =>
  raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`);

export const lock = icon('M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11');
