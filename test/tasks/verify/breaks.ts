// What a test breaks in a valid site, and the breaks of those rules that look at what stands in pages and parts.
import { edit, toText } from './site.ts';
import type { Files } from './site.ts';

export type Break = {
  readonly rule: string;
  readonly what: string;
  readonly at: string;
  readonly break: (files: Files) => void;
  readonly says?: RegExp;
  readonly seal?: (files: Files) => Files;
  /** Other articles than the usual ones. */
  readonly sources?: Readonly<Record<string, string>>;
};

/** Whatever a document holds: tests break it. */
export type Json = ReturnType<typeof JSON.parse>;

/** Changes one JSON document and writes it as the build does. */
export const editJson = (path: string, change: (document: Json) => unknown) => (files: Files) =>
  edit(files, path, (text) => {
    const document = JSON.parse(text);
    return `${JSON.stringify(change(document) ?? document)}\n`;
  });
export const editText = (path: string, from: string | RegExp, to: string) => (files: Files) =>
  edit(files, path, (text) => text.replace(from, () => to));
export const asIs = (files: Files): Files => files;
export const remove = (path: string) => (files: Files) => void files.delete(path);

const post = '/posts/ai-first-steps/';
const locked = '/posts/skill-locked/';

/** Changes the sealed body of the locked post. */
const editEnvelope = (change: (envelope: Json) => unknown) => (files: Files) =>
  edit(files, locked, (text) =>
    text.replace(/(?<=class="envelope">)[^<]*/, (json) => {
      const envelope = JSON.parse(json);
      return JSON.stringify(change(envelope) ?? envelope);
    }),
  );

const twins: readonly Break[] = (
  [
    ['lacks a heading of its Markdown', '<h1 id', '<p id', /heading 1 is "".*"一个标题"/],
    ['has a heading of its own', '第一段。</p>', '第一段。</p><h2>多出来的</h2>', /heading 1 is "多出来的"/],
    ['says another word', '第二段', '第三段', /"[^"]*三段见本节" where its Markdown says/],
    ['leaves a paragraph out', '<p>第一段。</p>', '', /where its Markdown says "第一段/],
    ['says more', '第一段。', '第一段。广告一条。', /广告一条/],
  ] as const
).map(([what, from, to, says]) => ({
  rule: 'twins',
  what: `a page ${what}`,
  at: post,
  break: editText(post, from, to),
  says,
}));

const encryption: readonly Break[] = (
  [
    [
      'has fewer rounds',
      (envelope: Json) => void (envelope.iterations = 599_999),
      /iterations: must be at least 600000/,
    ],
    ['has a short salt', (envelope: Json) => void (envelope.salt = 'AAAA'), /salt: must be base64 of at least 16/],
    ['has a nonce of another length', (envelope: Json) => void (envelope.nonce += envelope.nonce), /nonce: must be/],
    ['has no ciphertext', (envelope: Json) => void (envelope.ciphertext = ''), /ciphertext/],
    ['is of a version to come', (envelope: Json) => void (envelope.version = 2), /version/],
    ['carries its password', (envelope: Json) => void (envelope.password = 'correct horse'), /password/],
    ['is that of another post', (envelope: Json) => void (envelope.slug = 'other'), /sealed body of "other"/],
    [
      'is base64 of the body',
      (envelope: Json) => void (envelope.ciphertext = Buffer.from('<p>只有知道密码的人能读。</p>').toString('base64')),
      /text in clear/,
    ],
  ] as const
).map(([what, change, says]) => ({
  rule: 'encryption',
  what: `a sealed body ${what}`,
  at: locked,
  break: editEnvelope(change),
  says,
}));

const second = '/posts/skill-second/';
const twoLocked = {
  'skill-locked': toText({ categories: '[技术, Skill]', tags: '[Skill, 测试]', password: '"correct horse"' }),
  'skill-second': toText({ categories: '[技术, Skill]', tags: '[Skill, 测试]', password: '"correct horse"' }),
};

const locks: readonly Break[] = [
  {
    rule: 'encryption',
    what: 'a locked post has no sealed body',
    at: locked,
    break: editText(locked, /<script type="application\/json".*?<\/script>/, ''),
    says: /must hold one sealed body .* holds 0/,
  },
  {
    rule: 'encryption',
    what: 'a locked post shows a picture of its body',
    at: locked,
    break: editText(locked, '<div class="locked">', '<img src="/css/custom.css" alt=""><div class="locked">'),
    says: /shows <img>/,
  },
  {
    rule: 'encryption',
    what: 'a locked post shows its table of contents',
    at: locked,
    break: editText(locked, '<article>', '<article><nav class="contents">一</nav>'),
    says: /table of contents/,
  },
  {
    rule: 'encryption',
    what: 'a locked post tells its length',
    at: locked,
    break: editText(locked, '</head>', '<script type="application/ld+json">{"wordCount":9}</script></head>'),
    says: /how long/,
  },
  {
    rule: 'encryption',
    what: 'a post is locked for people and open to machines',
    at: post,
    break: (files) => {
      const [envelope] = /<div class="locked">[^]*?<\/div>/.exec(files.get(locked)!.toString())!;
      edit(files, post, (text) => text.replace('</article>', `${envelope}</article>`));
    },
    says: /do not say that it is encrypted/,
  },
  {
    rule: 'encryption',
    what: 'two posts have one salt',
    at: second,
    sources: twoLocked,
    break: (files) => {
      const [, salt] = /"salt":"([^"]*)"/.exec(files.get(locked)!.toString())!;
      edit(files, second, (text) => text.replace(/"salt":"[^"]*"/, `"salt":"${salt}"`));
    },
    says: /has the salt of \/posts\/skill-locked\//,
  },
];

const policy: readonly Break[] = (
  [
    ['has none', /<meta http-equiv="Content-Security-Policy"[^>]*>/, '', /has no Content-Security-Policy/],
    ['lets any host in', "default-src 'self'", "default-src 'self'; script-src *", /lets scripts in by "\*"/],
    ['lets scripts in that stand in the page', "default-src 'self'", "script-src 'unsafe-inline'", /unsafe-inline/],
    ['is about pictures alone', "default-src 'self'", "img-src 'self'", /has no Content-Security-Policy/],
  ] as const
).map(([what, from, to, says]) => ({
  rule: 'policy',
  what: `the policy of a page ${what}`,
  at: '/archives/',
  break: editText('/archives/', from, to),
  says,
}));

/** Three articles that are together longer than a part. */
const long = Object.fromEntries(
  ['first', 'second', 'third'].map((name, at) => [
    `ai-${name}-part`,
    toText({ date: `2026-03-0${at + 1} 08:00:00` }, `${name}。${'很长的一段。'.repeat(4_300)}\n`),
  ]),
);
const part = '/api/parts/llms-full/2.txt';

const parts: readonly Break[] = [
  {
    rule: 'parts',
    what: 'a part has changed',
    at: '/llms-full.txt',
    sources: long,
    break: editText(part, 'second', 'Second'),
    says: /do not make the whole/,
  },
  {
    rule: 'parts',
    what: 'the last part is missing',
    at: '/llms-full.txt',
    sources: long,
    break: remove('/api/parts/llms-full/3.txt'),
    says: /do not make the whole/,
  },
  {
    rule: 'parts',
    what: 'a long file has no parts',
    at: '/llms-full.txt',
    sources: long,
    break: (files) => {
      for (const path of [...files.keys()]) if (path.startsWith('/api/parts/llms-full/')) files.delete(path);
      edit(files, '/llms.txt', (text) => text.replace(/；另分 .*/, ''));
    },
    says: /more than most agents take in at once/,
  },
  {
    rule: 'parts',
    what: 'a part is too long',
    at: '/llms-full.txt',
    sources: long,
    break: (files) => {
      const next = files.get('/api/parts/llms-full/3.txt')!.toString();
      edit(files, part, (text) => `${text}\n${next.slice(next.indexOf('---\n'))}`);
      files.delete('/api/parts/llms-full/3.txt');
    },
    says: /2\.txt has \d+ characters/,
  },
];

export const laterBreaks: readonly Break[] = [...twins, ...encryption, ...locks, ...policy, ...parts];
