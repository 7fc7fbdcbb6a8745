// A site in English: machines and agents get no Chinese, and each sentence of the catalog is used.
import { expect } from 'chai';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import { ask, endpointOf, shelf } from '../../../server/mcp/adapter.ts';
import { articleText } from '../../../support/articles.ts';
import type { Fields } from '../../../support/articles.ts';
import { cases } from '../../../support/cases.ts';
import { machineFiles, shelve, siteWith } from '../edition.ts';
import table from '../../../../tasks/pdc/words/prose.json' with { type: 'json' };

const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
const description = '"What this article says, in a description that is long enough for the rules."';
const english = { categories: '[Tech, AI]', tags: '[AI, Test]', title: '"An article"', description };
const write = (fields: Fields, body = 'Words.\n'): string => articleText({ ...english, ...fields }, body);
const prefix = (name: string) => ({ categories: ['Tech', name], tags: [name] });
const site = siteWith({
  ...{ title: 'Notes', description: 'Notes on tools.', language: 'en-GB', url: 'https://e.example' },
  ...{ mcp: 'https://mcp.example', skills: true, prefixes: { ai: prefix('AI'), prompt: prefix('Prompt') } },
});
const sources = {
  'ai-sections.md': write({}, '# First\n\nOf locks.\n\n## Second\n\nMore of locks.\n\n# Third\n\nThe end.\n'),
  'ai-gone.md': write({ title: '"Gone"' }),
  'ai-locked.md': write({ title: '"Locked"', password: '"a-long-password"' }, 'Secret.\n'),
  'prompt-one.md': write(
    {
      ...{ categories: '[Tech, Prompt]', tags: '[Prompt, Test]' },
      prompt_args: '[{ name: language, description: Language, required: true, example: Go }, { name: b, example: c }]',
    },
    '<prompt>Review {{LANGUAGE}} {{B}}.</prompt>\n',
  ),
};
const many = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [`ai-n${n}x.md`, write({ tags: `[AI, t${n}a, t${n}b]` }, 'Word '.repeat(300))]),
);

/** More than the tokens of ai-context.md allow. */
const manyPrefixes = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`p${n}x`, prefix(`Topic ${n}`)]));

const pairs = Object.values(table).flatMap((section) =>
  Object.entries<{ zh: string; en: string }>(section).map(([key, { zh, en }]) => ({ key, zh, en })),
);

describe('a site in English', () => {
  it('has the same placeholders in both languages, as listed in the key of each sentence', () => {
    for (const { key, zh, en } of pairs) {
      const names = /\((.*)\)/.exec(key)?.[1]?.split(', ') ?? [];
      for (const text of [zh, en]) expect(new Set(text.match(/(?<=\{)\w+(?=\})/g)), key).to.deep.equal(new Set(names));
      expect(en, key).to.not.match(chinese);
    }
  });

  it('uses each sentence of the catalog in English, in machine files and in the adapter', async () => {
    const told: string[] = [];
    for (const articles of [sources, { ...sources, ...many }]) {
      const { library } = await shelve(articles, { site });
      const files = await machineFiles(library);
      told.push(
        aiContext(library),
        aiContext({ ...library, site: { ...site, prefixes: { ...site.prefixes, ...manyPrefixes } } }),
        ...[...files].flatMap(([path, text]) => (/^\/(?:pdc-|ai-context)|^\/api\/schema/.test(path) ? [] : text)),
      );
      files.delete('/api/posts/ai-gone.json');
      const bare = new Map([...files].filter(([path]) => !path.startsWith('/api/search/')));
      for (const stock of [await shelf(files), await shelf(bare)]) {
        const endpoint = endpointOf(stock);
        for (const [method, params] of cases<[string, Record<string, unknown>]>('english', 'requests'))
          JSON.stringify(await ask(endpoint, method, params), (_key, value: unknown) => {
            if (typeof value === 'string') told.push(value);
            return value;
          });
      }
    }
    for (const text of told) expect(chinese.exec(text)?.[0], text.slice(0, 500)).to.equal(undefined);
    // The longest piece between two values identifies a sentence.
    const pieceOf = (text: string): string => text.split(/\{\w+\}/).reduce((a, b) => (b.length > a.length ? b : a));
    const untold = pairs.filter(({ en }) => !told.some((text) => text.includes(pieceOf(en)))).map(({ key }) => key);
    // These need an unreachable site, and arguments that are too long.
    expect(untold).to.have.members(['unavailable', 'atMost200']);
  });
});
