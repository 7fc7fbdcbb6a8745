// Tests that the guard finds locked texts in all kinds of output.
import path from 'node:path';
import { expect } from 'chai';
import Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Locked } from '#pdc/article/article';
import { seal } from '#pdc/locked/encryption';
import { createGuard } from '../../../../tasks/flow/checks/leak-guard.ts';
import { publish } from '../../../../tasks/flow/publish.ts';
import { readEdition } from '../../../../tasks/flow/read-edition.ts';
import type { Edition } from '../../../../tasks/flow/edition.ts';
import { articleText, writeFiles } from '../../../support/articles.ts';
import { filesOf, fixtures, withFolder } from '../../../support/defects.ts';
import { cases } from '../../../support/cases.ts';

const marker = '雾港灯塔第七夜的潮位是三十九，只有守塔人和他的猫知道';
const password = 'harbour-night-7';
const locked = articleText(
  { password: `"${password}"` },
  `## 潮位\n\n${marker}。\n\n\`\`\`js\nconst tide = measureAtTheOldHarbour(39);\n\`\`\`\n`,
);

const withEdition = (
  use: (edition: Edition) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
): Promise<void> =>
  withFolder(async (content) => {
    writeFiles(content, { 'algo-locked.md': locked, 'algo-open.md': articleText(), ...more });
    await use(await readEdition({ content, statics: path.join(fixtures, 'static'), lenient: false, drafts: false }));
  });

/** One file of each kind that the build emits. */
const kinds = cases<string>('guard', 'kinds');

const plants: readonly (readonly [string, (secret: string) => Buffer])[] = [
  ['as it is', (secret) => Buffer.from(secret)],
  ['in JSON', (secret) => Buffer.from(JSON.stringify(`"${secret}\n`))],
  ['in an address', (secret) => Buffer.from(encodeURIComponent(secret))],
];

describe('the guard', () => {
  it('accepts a build without leaks', async () => {
    await withEdition(async (edition) => {
      await filesOf(publish(edition, { minified: true }));
    });
  });

  it('finds no text of a locked article in a feed with full texts', async () => {
    await withEdition(
      async (edition) => {
        expect(edition.library.site.feed).to.equal('full');
        let feed = '';
        for (const { path: name, contents } of await filesOf(publish(edition, { minified: true })))
          if (name === '/atom.xml') feed = String(contents);
        expect(feed).to.contain('<content').and.contain('algo-locked').and.not.contain(marker);
      },
      { '_site.yml': 'url: https://example.org\nfeed: full\n' },
    );
  });

  it('finds a leak at the end of a long file', async () => {
    await withEdition(async (edition) => {
      const guard = createGuard(edition);
      const contents = Buffer.from(`${'公开的文字。'.repeat(100_000)}${marker.slice(-24)}`);
      expect(guard.passes(new Vinyl({ cwd: '/', base: '/', path: '/llms-full.txt', contents }))).to.equal(false);
    });
  });

  it('finds a leak in each kind of output, and does not quote the leak', async () => {
    await withEdition(async (edition) => {
      const files = new Map<string, Vinyl>();
      for (const file of await filesOf(publish(edition, { minified: true }))) files.set(file.path, file);
      expect([...files.keys()]).to.include.members(kinds);
      for (const kind of kinds) {
        for (const [name, plant] of plants) {
          for (const [what, secret] of [
            ['the password', password],
            ['24 characters', marker.slice(-24)],
          ] as const) {
            const guard = createGuard(edition);
            const file = files.get(kind)!.clone() as Vinyl.BufferFile;
            const middle = Math.floor(file.contents.length / 2);
            file.contents = Buffer.concat([
              file.contents.subarray(0, middle),
              Buffer.from('\n'),
              plant(secret),
              Buffer.from('\n'),
              file.contents.subarray(middle),
            ]);
            expect(guard.passes(file), `${what} ${name} in ${kind}`).to.equal(false);
            expect(() => guard.throwIfLeaked())
              .to.throw(kind)
              .and.satisfy((error: Error) => !error.message.includes(secret));
          }
        }
      }
    });
  });

  it('holds back a file with a leak, and stops the build', async () => {
    const build = async (body: string) => {
      const out: string[] = [];
      let failure: unknown;
      let url = '';
      await withEdition(
        async (edition) => {
          ({ url } = edition.library.site);
          const { deliver } = publish(edition, { minified: true });
          await deliver(({ path: name }) => void out.push(name)).catch((error: unknown) => (failure = error));
        },
        { 'algo-locked.md': articleText({ password: `"${password}"` }, body) },
      );
      return { url, out, failure: failure as Error | undefined };
    };
    const page = '/posts/algo-locked/index.html';
    const { url, out, failure } = await build('正文。\n');
    expect([failure, out.includes(page)]).to.deep.equal([undefined, true]);
    // The salt of the page is in no public text. If the body contains it too, the page contains text of the body.
    const { salt } = await seal('', { password, slug: 'algo-locked', origin: url });
    const leaking = await build(`盐是 ${salt} 。\n`);
    expect(leaking.failure?.message).to.contain(page);
    expect(leaking.out).to.include('/index.html').and.not.include(page);
  });

  it('finds a password that an open article writes with Markdown characters in it', async () => {
    const days = '海上无事可记，船在码头。\n\n'.repeat(30);
    for (const written of ['harbour\\-night\\-7', '**harbour**-night-7', 'harbour&#45;night-7'])
      await withEdition(
        async (edition) => {
          const failure = await filesOf(publish(edition, { minified: true })).catch((error: unknown) => error);
          expect(failure, written)
            .property('message')
            .to.contain('/posts/algo-open/index.html contains the password of');
        },
        { 'algo-open.md': articleText({}, `${days}口令是 ${written} 。\n\n${days}`) },
      );
  });

  it('searches for the articles that are locked now, regardless of the articles of earlier guards', async () => {
    const texts = ['一', '二', '三'].map((word) => `第${word}篇的潮位表只有守塔人看得懂，别人读了也没有用处`);
    await withEdition(
      async (edition) => {
        const { library } = edition;
        const finds = (...kept: readonly number[]): boolean[] => {
          const articles = library.articles.filter(({ source }) => kept.some((at) => source === `algo-${at}.md`));
          const guard = createGuard({ ...edition, library: { ...library, articles, tags: [] } });
          return texts.map((text) => {
            const [cwd, contents] = ['/', Buffer.from(text)];
            return !guard.passes(new Vinyl({ cwd, base: cwd, path: '/a.txt', contents }));
          });
        };
        expect(finds(0, 1)).to.deep.equal([true, true, false]);
        expect(finds(0, 1, 2)).to.deep.equal([true, true, true]);
        expect(finds(0, 1)).to.deep.equal([true, true, false]);
        expect(finds(0, 2)).to.deep.equal([true, false, true]);
      },
      Object.fromEntries(
        texts.map((text, at) => [`algo-${at}.md`, articleText({ password: `"a-password-${at}"` }, `${text}\n`)]),
      ),
    );
  });

  it('searches an existing file only for texts that were locked after it was made', async () => {
    await withEdition(async (edition) => {
      const articles = edition.library.articles.filter(isLocked);
      const passes = (unsearched: readonly Locked[]): boolean => {
        const contents = Buffer.from(`<p>${marker}</p>`);
        const file = new Vinyl({ cwd: '/', base: '/', path: '/old/index.html', contents, isReread: true });
        return createGuard(edition, unsearched).passes(file);
      };
      expect(passes([])).to.equal(true);
      expect(passes(articles)).to.equal(false);
    });
  });

  it('searches the text around an open body, and across the ends of the body', async () => {
    const [beginning, end] = ['灯塔的人从来不说自己的名字，', '他只说：潮水会把所有的事带走。'];
    const open = `${beginning}${Array.from({ length: 60 }, (_, line) => `\n\n第 ${line} 天，海上无事可记。`).join('')}${end}`;
    await withEdition(
      async (edition) => {
        const toHtml = (text: string): string => `<p>${text.replaceAll('\n\n', '</p><p>')}</p>`;
        const openHtml = toHtml(open).replaceAll('</p>', '</p>\n');
        const outputs: readonly [path: string, write: (texts: readonly string[]) => string][] = [
          ['/llms-full.txt', (texts) => texts.join('\n\n')],
          ['/api/posts/algo-open.json', ([title, content, after]) => JSON.stringify({ title, content, after })],
          ['/posts/algo-open/index.html', (texts) => texts.map(toHtml).join('')],
        ];
        for (const [name, write] of outputs) {
          const passes = (...texts: string[]): boolean => {
            const file = new Vinyl({ cwd: '/', base: '/', path: name, contents: Buffer.from(write(texts)) });
            return createGuard(edition).passes(Object.assign(file, name.endsWith('.html') && { openHtml }));
          };
          expect(passes('前言', open, '后记'), name).to.equal(true);
          expect(passes(marker, open, '后记'), name).to.equal(false);
          expect(passes('前言', open, marker), name).to.equal(false);
          for (const at of [40, 300])
            expect(passes('前言', open.slice(0, at) + marker + open.slice(at), '后记'), name).to.equal(false);
          // In the JSON of an article, names of fields are between the texts, so no leak lies across two texts.
          if (name.endsWith('.json')) continue;
          expect(passes('前言', open, marker.slice(0, 9)), name).to.equal(false);
          expect(passes(marker.slice(-10), open, '后记'), name).to.equal(false);
        }
        // The owner's functions may put a secret into the page of an open article.
        const { library } = edition;
        const someFunctions = { file: '_site.js', made: '', placeOf: () => ({ file: '_site.js', line: 1, column: 1 }) };
        const withFunctions = {
          ...edition,
          library: { ...library, site: { ...library.site, functions: someFunctions } },
        };
        const html = toHtml(open.slice(0, 400) + marker + open.slice(400));
        const page = new Vinyl({
          cwd: '/',
          base: '/',
          path: '/posts/algo-open/index.html',
          contents: Buffer.from(html),
        });
        const entry = library.articles.find(({ encrypted }) => !encrypted);
        expect(createGuard(withFunctions).passes(Object.assign(page, { openHtml: html, entry }))).to.equal(false);
      },
      {
        'algo-open.md': articleText({}, open),
        'algo-locked.md': articleText(
          { password: `"${password}"` },
          `${marker}。${end}${marker.slice(0, 14)}\n\n${marker.slice(-14)}${beginning}\n`,
        ),
      },
    );
  });

  it('lets a locked body share words with public sources and with the theme', async () => {
    const shared = '这一整句话同时写在公开的文章与上锁的文章里，因此并不泄露任何秘密。';
    const markup = '```html\n<link rel="stylesheet" href="/css/theme.css">\n```\n';
    await withEdition(
      async (edition) => {
        await filesOf(publish(edition, { minified: true }));
      },
      {
        'algo-public.md': articleText({}, `${shared}\n`),
        'algo-shares.md': articleText({ password: '"another-password"' }, `${shared}\n\n${markup}`),
      },
    );
  });

  it('lets a locked body share a sequence of headings with the table of contents of an open article', async () => {
    const heading = '再从潮汐表、月相和老港的历史变迁，直到今天的航道与灯标说起';
    await withEdition(
      async (edition) => {
        await filesOf(publish(edition, { minified: true }));
      },
      {
        'algo-public.md': articleText({}, `## 从灯塔说起\n\n甲。\n\n## ${heading}\n\n乙。\n\n## 最后\n\n丙。\n`),
        'algo-shares.md': articleText({ password: '"another-password"' }, `## 那一夜说起\n\n${heading}。\n`),
      },
    );
  });

  it('finds the text of a locked post next to text that it shares with an open post', async () => {
    const footer = '本文首发于[雾港笔记](https://wugang.example.org/)，采用 *知识共享* 署名协议，转载请注明出处。';
    const plain = '本文首发于雾港笔记，采用 知识共享 署名协议，转载请注明出处。';
    await withEdition(
      async (edition) => {
        const files = new Map<string, Vinyl.BufferFile>();
        for (const file of await filesOf(publish(edition, { minified: true }))) {
          if (file.isBuffer()) files.set(file.path, file);
        }
        const page = files.get('/posts/algo-public/index.html')!;
        expect(page.contents.toString()).to.contain('</em> 署名协议，转载请注明出处。');
        const holds = (text: string): boolean => {
          const file = page.clone();
          file.contents = Buffer.concat([page.contents, Buffer.from(text)]);
          return !createGuard(edition).passes(file);
        };
        expect(holds(`<p>${footer}</p><div>${plain}</div>`)).to.equal(false);
        for (const leak of [
          `${footer}\n\n暗号是蓝鲸。\n`,
          `<p>${plain}</p><p>暗号是蓝鲸。</p>`,
          JSON.stringify({ html: `<p>${plain}</p>\n<p>暗号是蓝鲸。</p>` }),
          encodeURIComponent(`${plain}暗号是蓝鲸。`),
          '<li>雾起了</li><li>潮落了</li><li>灯灭了</li><li>猫醒了</li><li>船没有回来</li><li>又是第七夜，他在等</li>',
        ]) {
          expect(holds(leak), leak).to.equal(true);
        }
      },
      {
        'algo-public.md': articleText({}, `${footer}\n`),
        'algo-shares.md': articleText(
          { password: '"another-password"' },
          `${footer}\n\n暗号是蓝鲸。\n\n- 雾起了\n- 潮落了\n- 灯灭了\n- 猫醒了\n- 船没有回来\n- 又是第七夜，他在等\n`,
        ),
      },
    );
  });
});
