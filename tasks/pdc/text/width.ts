// The width of a text: Han and other full-width characters count 1, all others about half.

/** Written out, because script tables differ between versions of an engine, but pages must be identical. */
const full =
  '\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff01-\\uff60\\uffe0-\\uffe6';

export const fullRuns = new RegExp(`[${full}]+`, 'g');

const isFull = new RegExp(`[${full}\\ud83c-\\ud888]`);

/** The width of a text, in characters of full width. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (isFull.test(character) ? 1 : 0.55), 0);
