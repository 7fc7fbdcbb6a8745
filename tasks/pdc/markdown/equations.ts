// Equations of a text: their numbers, as amsmath counts them, and what `\label`, `\ref` and `\eqref` mean.

/** A formula whose rows have their numbers as `\tag`, and the labels that were removed from it. */
export type Equation = { readonly latex: string; readonly labels: readonly string[] };

export type Numbering = {
  /** Rewrites the next formula of the text; `isDisplay` if it is on separate lines. */
  readonly number: (latex: string, place: { readonly isDisplay: boolean }) => Equation;
  /** The number of a label. */
  readonly numberOf: (label: string) => string | undefined;
};

/** Environments whose rows have numbers. Environments with a star, and `aligned`, are not numbered. */
const numbered = /^\s*\\begin\{(equation|align|gather|alignat)\}/;

/** Numbers the formulas of one text. They must be passed in the order of the text. */
export function createNumbering(): Numbering {
  const numbers = new Map<string, string>();
  let last = 0;
  return {
    number(latex, { isDisplay }) {
      const isNumbered = numbered.test(latex);
      if (!isDisplay || (!isNumbered && !latex.includes('\\label'))) return { latex, labels: [] };
      const labels: string[] = [];
      const rows = isNumbered ? rowsOf(latex) : [latex];
      const numberedRows = rows.map((row) => {
        const rowLabels = [...row.matchAll(label)].map(([, name = '']) => name.trim());
        const bare = row.replace(label, '');
        const tag = /\\tag\*?\s*\{([^{}]*)\}/.exec(bare)?.[1];
        if (tag === undefined && /\\(?:nonumber|notag)(?![A-Za-z])/.test(bare)) return bare;
        const number = tag ?? String((last += 1));
        for (const name of rowLabels) {
          numbers.set(name, number);
          labels.push(name);
        }
        return tag === undefined ? withTag(bare, number) : bare;
      });
      return { latex: numberedRows.join('\\\\'), labels };
    },
    numberOf: (name) => numbers.get(name.trim()),
  };
}

const label = /\\label\s*\{([^{}]*)\}/g;

/** Adds a number to a row. If the row ends the environment, the number comes before this end. */
function withTag(row: string, number: string): string {
  const end = /\\end\{(?:equation|align|gather|alignat)\}\s*$/.exec(row);
  return end ? `${row.slice(0, end.index)}\\tag{${number}}${row.slice(end.index)}` : `${row}\\tag{${number}}`;
}

/** Splits an environment into its rows. Row ends within inner environments or braces do not count. */
function rowsOf(latex: string): string[] {
  const rows: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: sign, index } of latex.matchAll(/\\\\|\\(?:begin|end)(?![A-Za-z])|\\[{}]|[{}]/g)) {
    if (sign === '{' || sign === '\\begin') depth += 1;
    else if (sign === '}' || sign === '\\end') depth -= 1;
    // The environment itself is the first level.
    else if (sign === '\\\\' && depth === 1) {
      rows.push(latex.slice(start, index));
      start = index + sign.length;
    }
  }
  return [...rows, latex.slice(start)];
}

/** The id that `\eqref` links to, in the form that MathJax uses. */
export const equationId = (name: string): string => `mjx-eqn:${name.replace(/[^\w:.-]+/gu, '-')}`;

/** A formula with linked numbers instead of references. */
export const withReferences = (latex: string, numberOf: Numbering['numberOf']): string =>
  latex.replace(reference, (_, command: string, name: string) => {
    const number = numberOf(name);
    const text = command === 'eqref' ? `(${number ?? '?'})` : (number ?? '?');
    return number === undefined
      ? `\\text{${text}}`
      : `\\href{\\#${encodeURIComponent(equationId(name.trim()))}}{\\text{${text}}}`;
  });

const reference = /\\(eqref|ref)\s*\{([^{}]{1,200})\}/g;

/** The labels that a formula refers to. */
export const referencesIn = (latex: string): string[] => [...latex.matchAll(reference)].map(([, , name = '']) => name);
