// How wide a text is set: Han and all that stands in cells of full width count 1, everything else about half as much.

/** Written out: what the engine's tables of scripts say differs between versions of it, and pages must not. */
const full =
  '\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff01-\\uff60\\uffe0-\\uffe6';

export const fullRuns = new RegExp(`[${full}]+`, 'g');

const isFull = new RegExp(`[${full}\\ud83c-\\ud888]`);

/** In characters of full width. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (isFull.test(character) ? 1 : 0.55), 0);
