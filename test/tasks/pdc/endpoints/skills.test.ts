// `/.well-known/agent-skills/`: open articles as Agent Skills, in the form that clients check before they install them.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { parse } from 'yaml';
import { readFrontMatter } from '#pdc/article/front-matter';
import { oneLine } from '#pdc/text/document';
import { checkSkills, isSkillName, skillMd } from '#pdc/endpoints/skills';
import type { Open } from '#pdc/article/article';
import { articleText } from '../../../support/articles.ts';
import type { Fields } from '../../../support/articles.ts';
import { article, machineFiles, shelve, siteWith } from '../edition.ts';

const site = siteWith({ url: 'https://e.example/blog', skills: true });
const folder = '/.well-known/agent-skills/';
const fields: Fields = { categories: '["技术", "Skill"]', tags: '["Skill", "Python"]' };

type Index = {
  readonly $schema: string;
  readonly skills: readonly Readonly<Record<'name' | 'type' | 'description' | 'url' | 'digest', string>>[];
};

describe('the Agent Skills of a site', () => {
  it('are its open skill- and prompt- articles, with the digests of their files', async () => {
    const { library } = await shelve(
      {
        'skill-b.md': articleText(fields, '怎样做。\r\n'),
        'prompt-a.md': articleText(fields, '<prompt>做</prompt>\n'),
        'skill-locked.md': articleText({ ...fields, password: '"long-password"' }),
        'skill-hidden.md': articleText({ ...fields, hidden: 'true' }),
        'skill-draft.md': articleText({ ...fields, draft: 'true' }),
        'algo-x.md': articleText(),
      },
      { site },
    );
    const files = await machineFiles(library);
    expect([...files.keys()].filter((path) => path.startsWith(folder)).sort()).to.deep.equal([
      `${folder}index.json`,
      `${folder}prompt-a/SKILL.md`,
      `${folder}skill-b/SKILL.md`,
    ]);
    const index = JSON.parse(files.get(`${folder}index.json`)!) as Index;
    expect(index.$schema).to.equal('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    expect(index.skills.map(({ name }) => name)).to.deep.equal(['prompt-a', 'skill-b']);
    const digests = JSON.parse(files.get('/api/digests.json')!) as Record<string, { sha256: string }>;
    for (const { name, type, description, url, digest } of index.skills) {
      const path = `${folder}${name}/SKILL.md`;
      const text = files.get(path)!;
      const sha256 = createHash('sha256').update(text).digest('hex');
      expect([type, url, digest]).to.deep.equal(['skill-md', `https://e.example/blog${path}`, `sha256:${sha256}`]);
      expect(digests[path]!.sha256).to.equal(sha256);
      const frontMatter = readFrontMatter(text);
      expect('attributes' in frontMatter && frontMatter.attributes).to.deep.equal({
        name,
        description,
        metadata: { source: `https://e.example/blog/posts/${name}/` },
      });
    }
    expect(files.get(`${folder}skill-b/SKILL.md`)).to.match(/\n---\n\n# 一篇文章\n\n怎样做。\r\n$/);
    expect(files.get('/llms.txt')).to.contain(`(https://e.example/blog${folder}index.json)`);
  });

  it('are not published by default', async () => {
    const { library } = await shelve({ 'skill-b.md': articleText(fields) });
    expect([...(await machineFiles(library)).keys()].filter((path) => path.startsWith(folder))).to.deep.equal([]);
  });

  it('have front matter that YAML 1.2 and 1.1 read in the same way, with any titles and descriptions', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom('"', '\\', ': ', '# ', '\n', '\u2028', '\u0085', '\u007f', '---', "'", '汉', '😀'),
          fc.string({ unit: 'binary', maxLength: 3 }),
        ),
      )
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, fc.nat(1100), (title, description, filler) => {
        const made = { title: `题${title}`, description: `${description}${'述'.repeat(filler)}` };
        const base = article(fields, '正文\n', { name: 'skill-b.md', site }) as Open;
        const contents = String(skillMd({ ...base, ...made }, site).contents);
        const [, head] = /^---\n([\s\S]*?)\n---\n\n/.exec(contents)!;
        const [read, old] = (['1.2', '1.1'] as const).map((version) => parse(head!, { version }) as typeof made);
        expect(read).to.deep.equal(old);
        expect(read!.description.length).to.be.within(1, 1024);
        expect(oneLine(made.description).replace(/[\p{Cc}\p{Cs}\ufeff\ufffe\uffff]/gu, '')).to.satisfy(
          (whole: string) => (whole === '' ? true : whole.startsWith(read!.description)),
        );
        // eslint-disable-next-line no-control-regex
        expect(head).to.not.match(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]/);
      }),
    );
  });

  it('are only articles whose slugs can be names of skills, and the build warns of the other articles', async () => {
    const long = `skill-${'very-'.repeat(12)}long`;
    const { library } = await shelve(
      { 'skill-b.md': articleText(fields), [`${long}.md`]: articleText(fields) },
      { site, lenient: true },
    );
    expect(checkSkills(library).map(({ file, severity, rule }) => [file, severity, rule])).to.deep.equal([
      [`${long}.md`, 'warn', 'site'],
    ]);
    expect([...(await machineFiles(library)).keys()].filter((path) => path.includes('SKILL.md'))).to.deep.equal([
      `${folder}skill-b/SKILL.md`,
    ]);
    expect(['a', 'a-1', 'x'.repeat(64)].every(isSkillName)).to.equal(true);
    expect(['', '-a', 'a-', 'a--b', 'A', 'a_b', 'a.b', '汉', 'x'.repeat(65)].some(isSkillName)).to.equal(false);
  });
});
