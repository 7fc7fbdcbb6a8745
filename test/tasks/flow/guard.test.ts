// What must stay locked is found in whatever the build is about to emit.
import path from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type Vinyl from 'vinyl';
import { seal } from '#pdc/locked/encryption';
import { createGuard } from '../../../tasks/flow/guard.ts';
import { publish } from '../../../tasks/flow/publish.ts';
import { read } from '../../../tasks/flow/read.ts';
import type { Edition } from '../../../tasks/flow/read.ts';
import { articleText, writeFiles } from '../../support/articles.ts';
import { filesOf, fixtures, withFolder } from '../../support/defects.ts';
import { cases } from '../../support/cases.ts';

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
    await use(await read({ content, statics: path.join(fixtures, 'static'), lenient: false, drafts: false }));
  });

/** One file of each kind that the build emits. */
const kinds = cases<string>('guard', 'kinds');

const plants: readonly (readonly [string, (secret: string) => Buffer])[] = [
  ['as it is', (secret) => Buffer.from(secret)],
  ['in JSON', (secret) => Buffer.from(JSON.stringify(`"${secret}\n`))],
  ['in base64', (secret) => Buffer.from(Buffer.from(secret).toString('base64'))],
];

describe('the guard', () => {
  it('lets a sound build pass', async () => {
    await withEdition(async (edition) => {
      await filesOf(publish(edition, { minified: true }));
    });
  });

  it('finds no word of a locked article in a feed of whole texts', async () => {
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

  it('sees a leak planted in each kind of output, and tells nothing of it', async () => {
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
            expect(() => guard.conclude())
              .to.throw(kind)
              .and.satisfy((error: Error) => !error.message.includes(secret));
          }
        }
      }
    });
  });

  it('lets no file out that holds a leak, and ends the build with it', async () => {
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
    // What a page says of its lock stands in no public text; here the body says it as well.
    const { salt } = await seal('', { password, slug: 'algo-locked', origin: url });
    const leaking = await build(`盐是 ${salt} 。\n`);
    expect(leaking.failure?.message).to.contain(page);
    expect(leaking.out).to.include('/index.html').and.not.include(page);
  });

  it('sees a leak in a compressed file', async () => {
    await withEdition(async (edition) => {
      const guard = createGuard(edition);
      for (const file of await filesOf(publish(edition, { minified: false }))) {
        if (file.path !== '/llms.txt' || !file.isBuffer()) continue;
        const plain = Buffer.concat([file.contents, Buffer.from(marker + marker)]);
        for (const compress of [gzipSync, deflateSync, brotliCompressSync]) {
          file.contents = compress(plain);
          expect(guard.passes(file), compress.name).to.equal(false);
        }
      }
    });
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

  it('sees a locked post’s own words beside those that it shares with an open one', async () => {
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
          Buffer.from(`${footer}\n\n暗号是蓝鲸。`).toString('base64'),
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
