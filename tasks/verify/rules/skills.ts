// Rule `skills`: names, descriptions and digests of the Agent Skills are valid, because clients check them before they
// install a skill (section 8.14).
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readFrontMatter } from '#pdc/article/front-matter';
import { isSkillName, skillsSchema } from '#pdc/endpoints/skills';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { skillPath, skillsPath } from '#pdc/site/paths';
import { eachOf } from '../site/files.ts';
import { quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';

const Skill = z.looseObject({
  name: z.string().refine(isSkillName),
  type: z.literal('skill-md'),
  description: z.string().min(1).max(1024),
  url: z.string(),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
});
type Skill = z.infer<typeof Skill>;

const SkillsIndex = z.looseObject({ $schema: z.literal(skillsSchema), skills: z.array(Skill) });

/**
 * Checks the skills if `digests.json` or `/llms.txt` lists their index. Other skills are the author's, and not checked.
 */
export async function checkSkills(published: Published): Promise<RuleFinding[]> {
  const { files, machine } = published;
  const index = machine.includes(skillsPath) ? await files.json(skillsPath) : undefined;
  // Rule `endpoints` reports a missing file, and rule `schema` a file that is not JSON.
  if (index === undefined) return [];
  const { data, error } = SkillsIndex.safeParse(index);
  if (!data) {
    const faults = error.issues.map(({ path, message: fault }) => `/${path.join('/')} ${fault}`).slice(0, 3);
    return [{ path: skillsPath, message: withBuildAdvice(message('shapeUnknown', { faults: faults.join(', ') })) }];
  }
  const names = data.skills.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return [
    ...(twice === undefined
      ? []
      : [{ path: skillsPath, message: withBuildAdvice(message('listsTwice', { slug: twice })) }]),
    ...(await eachOf(data.skills, async (skill) =>
      (await faultsOf(skill, published)).map((fault) => ({ path: skillsPath, message: withBuildAdvice(fault) })),
    )),
  ];
}

async function faultsOf(skill: Skill, { files, site, postBySlug }: Published): Promise<Message[]> {
  const { name, description, url, digest } = skill;
  const path = skillPath(name);
  if (toSitePath(site, url) !== path) return [message('skillElsewhere', { name, given: quote(url), path })];
  if (postBySlug.get(name)?.encrypted) return [message('skillLocked', { name })];
  const bytes = await files.bytes(path);
  if (!bytes) return [message('listsMissing', { what: quote(path) })];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (`sha256:${sha256}` !== digest) return [message('digestDiffers', { path })];
  const frontMatter = readFrontMatter(Buffer.from(bytes).toString());
  const attributes = 'attributes' in frontMatter ? frontMatter.attributes : {};
  return attributes.name === name && attributes.description === description ? [] : [message('skillDiffers', { path })];
}
