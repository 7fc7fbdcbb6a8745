// `/api/schema/*.json`: every JSON endpoint satisfies the schema that is published for it.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsPlugin from 'ajv-formats';
import { expect } from 'chai';
import { schemaOf } from '#pdc/site/schema';
import { articleText } from '../../../support/articles.ts';
import { articlesOf, machineFiles, shelve, siteWith } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

// A CommonJS module with a default export of its own.
const addFormats = addFormatsPlugin as unknown as typeof addFormatsPlugin.default;

const full = articleText(
  {
    categories: '["技术", "提示词"]',
    tags: '["Prompt", "Go"]',
    mathjax: 'true',
    cover: '/images/present.png',
    updated: '2026-04-01 00:00:00',
    prompt_args: '[{name: a, description: d, required: true, example: e}, {name: b}]',
  },
  '<prompt>{{a}} {{b}}</prompt>\n',
);
const files = {
  ...articlesOf(2),
  'prompt-full.md': full,
  'algo-locked.md': articleText({ password: '"long-password"' }),
};
const site = siteWith({ url: 'https://e.example/blog' });
const build = async (sources = files) =>
  machineFiles((await shelve(sources, { site, statics: ['/images/present.png'] })).library);

const endpoints = (all: Map<string, string>): [string, string][] =>
  [...all].filter(([path]) => path.endsWith('.json') && !path.startsWith('/api/schema/'));

describe('the published schemas', () => {
  it('are JSON Schema 2020-12, each with its own address as its id', async () => {
    const schemas = [...(await build())].filter(([path]) => path.startsWith('/api/schema/'));
    expect(schemas).to.have.length.of.at.least(5);
    for (const [path, text] of schemas) {
      expect(JSON.parse(text)).to.include({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `https://e.example/blog${path}`,
      });
    }
  });

  for (const [what, sources] of [
    ['with every field', files],
    ['without articles', {}],
  ] as const) {
    it(`are satisfied by every JSON endpoint of a site ${what}`, async () => {
      const all = await build(sources as typeof files);
      const ajv = new Ajv2020({ strict: true, allErrors: true });
      addFormats(ajv);
      for (const [path, text] of endpoints(all)) {
        const name = schemaOf(path);
        expect(name, path).to.be.a('string');
        const schema = JSON.parse(all.get(`/api/schema/${name}.json`)!) as { $id: string };
        const validate = ajv.getSchema(schema.$id) ?? ajv.compile(schema);
        expect(validate(JSON.parse(text)), `${path}: ${ajv.errorsText(validate.errors)}`).to.equal(true);
      }
    });
  }

  it('refuse an additional field, a missing field and a field of another type', async () => {
    const all = await build();
    const ajv = new Ajv2020();
    addFormats(ajv);
    const validate = ajv.compile(JSON.parse(all.get('/api/schema/post.json')!) as object);
    const post = JSON.parse(all.get('/api/posts/prompt-full.json')!) as Record<string, unknown>;
    const without = (key: string): object => Object.fromEntries(Object.entries(post).filter(([name]) => name !== key));
    const needed = Object.keys(post).filter((key) => !['mathjax', 'cover', 'prompt_args'].includes(key));
    const spoilt = cases<object>('schema', 'spoilt');
    for (const bad of [...needed.map(without), ...spoilt.map((part) => ({ ...post, ...part }))]) {
      expect(validate(bad)).to.equal(false);
    }
  });
});

describe('every machine file', () => {
  it('is UTF-8 with LF, and JSON has no indentation and ends with a line feed', async () => {
    const all = await build();
    for (const [path, text] of all) {
      expect(text, path)
        .to.not.contain('\ufffd')
        .and.not.contain('\r')
        .and.not.match(/^\ufeff/);
      if (!path.endsWith('.json')) continue;
      expect(text, path)
        .to.match(/[^\n]\n$/)
        .and.not.match(/^\s/m)
        .and.not.match(/": /);
    }
  });

  it('is the same for the same input, in any order of reading', async () => {
    const reversed = Object.fromEntries(Object.entries(files).reverse()) as typeof files;
    expect([...(await build(reversed))]).to.deep.equal([...(await build())]);
  });
});
