// A plain BM25 over pairs of Han characters and words in lower case: a baseline for the search.
export type Document = { readonly slug: string; readonly text: string };

export type Bm25 = {
  readonly search: (query: string) => { readonly slug: string }[];
  readonly toTerms: (text: string) => string[];
};

const [saturation, lengthShare] = [1.2, 0.75];

function toTerms(text: string): string[] {
  const terms: string[] = [];
  for (const [run] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[a-z0-9_+#.]+|[\u3400-\u9fff]+/g)) {
    if (/[a-z0-9]/.test(run) || run.length === 1) terms.push(run);
    else for (let at = 1; at < run.length; at += 1) terms.push(run.slice(at - 1, at + 1));
  }
  return terms;
}

export function createBm25(documents: readonly Document[]): Bm25 {
  const postings = new Map<string, Map<number, number>>();
  const lengths = documents.map(({ text }, document) => {
    const terms = toTerms(text);
    for (const term of terms) {
      const known = postings.get(term) ?? new Map<number, number>();
      postings.set(term, known.set(document, (known.get(document) ?? 0) + 1));
    }
    return terms.length;
  });
  const usual = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return {
    toTerms,
    search(query) {
      const scores = new Map<number, number>();
      for (const term of new Set(toTerms(query))) {
        const known = postings.get(term) ?? new Map<number, number>();
        const idf = Math.log(1 + (documents.length - known.size + 0.5) / (known.size + 0.5));
        for (const [document, times] of known) {
          const stretch = 1 - lengthShare + (lengthShare * lengths[document]!) / usual;
          const score = (idf * times * (saturation + 1)) / (times + saturation * stretch);
          scores.set(document, (scores.get(document) ?? 0) + score);
        }
      }
      const found = [...scores].sort(([, a], [, b]) => b - a).slice(0, 10);
      return found.map(([document]) => ({ slug: documents[document]!.slug }));
    },
  };
}
