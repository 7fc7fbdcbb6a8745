// Rule `manifest`: `/api/mcp.json` lists what is published, in the order of pdc-protocol.md section 13.2.
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import * as paths from '#pdc/site/paths';
import { extractPrompt, isPromptSlug, toPromptArgument } from '#pdc/markdown/prompt';
import type { PromptArg } from '#pdc/markdown/prompt';
import { Manifest } from '#pdc/site/schema';
import type { Entry } from '#pdc/site/schema';
import { toolNames } from '#pdc/endpoints/tools';
import { languages } from '#pdc/words/prose';
import { eachOf } from '../site/files.ts';
import { quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { isMissingUnreported, toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';

export async function checkManifest(published: Published): Promise<RuleFinding[]> {
  const { data: manifest } = Manifest.safeParse(await published.files.json(paths.manifestPath));
  if (!manifest) return []; // rule `schema` reports it
  const messages = [
    ...faultsOfList(
      'resources',
      manifest.resources.map(({ uri }) => uri),
      expectedResources(published).map(({ uri }) => uri),
    ),
    ...faultsOfResources(published, manifest),
    ...faultsOfList(
      'resourceTemplates',
      manifest.resourceTemplates.map(({ uriTemplate }) => uriTemplate).sort(),
      expectedTemplates(published).sort(),
    ),
    ...faultsOfList('tools', manifest.tools.map(({ name }) => name).sort(), [...toolNames].sort()),
    ...(await faultsOfPrompts(published, manifest)),
  ];
  return [
    ...messages.map((fault) => ({ path: paths.manifestPath, message: withBuildAdvice(fault) })),
    ...(await checkFiles(published, manifest)),
  ];
}

type ExpectedResource = {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly encrypted: boolean;
};

/** The expected resources: articles (newest first), categories (by slug), and the three documents. */
function expectedResources({ site, posts, categories }: Published): ExpectedResource[] {
  const resource = (path: string, name: string, encrypted = false): ExpectedResource => ({
    uri: paths.toAbsolute(site, path),
    name,
    mimeType: path.endsWith('.md') ? 'text/markdown' : 'text/plain',
    encrypted,
  });
  return [
    ...posts.map(({ slug, encrypted }) => resource(paths.postMdPath(slug), slug, encrypted)),
    ...categories.map((slug) => resource(paths.categoryMdPath(slug), slug)),
    ...[paths.llmsPath, paths.aiContextPath, paths.protocolPath].map((path) => resource(path, path.slice(1))),
  ];
}

function expectedTemplates({ site }: Published): string[] {
  const addressOf = (path: string): string => paths.toAbsolute(site, path);
  return [
    `${addressOf('/api/posts/')}{slug}.md`,
    `${addressOf('/api/posts/')}{slug}.json`,
    `${addressOf('/api/categories/')}{slug}.md`,
  ];
}

/** Compares two lists that must be equal: extra items, missing items, or the first difference. */
function faultsOfList(name: string, items: readonly string[], expected: readonly string[]): Message[] {
  const missingItems = new Set(expected);
  const excess = items
    .filter((item) => !missingItems.delete(item))
    .map((item) => message('listExcess', { name, item: quote(item) }));
  const missing = [...missingItems].map((item) => message('listLacks', { name, item: quote(item) }));
  if (missing.length + excess.length > 0) return [...missing, ...excess];
  const at = items.findIndex((item, index) => item !== expected[index]);
  return at === -1 ? [] : [message('listOrder', { name, given: quote(items[at]), expected: quote(expected[at]) })];
}

function faultsOfResources(published: Published, { resources }: Manifest): Message[] {
  const expectedByUri = new Map(expectedResources(published).map((resource) => [resource.uri, resource]));
  return resources.flatMap((resource) => {
    const { uri, _meta: meta } = resource;
    const expectedResource = expectedByUri.get(uri);
    if (!expectedResource) return [];
    const differing = (['name', 'mimeType'] as const).filter((key) => resource[key] !== expectedResource[key]);
    const faults = differing.map((key) => {
      const [given, expected] = [quote(resource[key]), expectedResource[key]];
      return message('resourceDiffers', { key, address: uri, given, expected });
    });
    if ((meta?.encrypted ?? false) === expectedResource.encrypted) return faults;
    const isLocked = expectedResource.encrypted;
    return [...faults, message(isLocked ? 'resourceNotEncrypted' : 'resourceEncrypted', { address: uri })];
  });
}

/** Every URI leads to a file of the size that the manifest states. */
function checkFiles(published: Published, { resources }: Manifest): Promise<RuleFinding[]> {
  return eachOf(resources, async ({ uri, size }) => {
    const path = toSitePath(published.site, uri);
    if (path === undefined) return [];
    const bytes = await published.files.bytes(path);
    const findingsOf = (fault: Message) => [{ path: paths.manifestPath, message: withBuildAdvice(fault) }];
    if (!bytes)
      return (await isMissingUnreported(published, path)) ? findingsOf(message('listsMissing', { what: uri })) : [];
    if (bytes.length === size) return [];
    return findingsOf(message('resourceSize', { address: uri, given: size, size: bytes.length }));
  });
}

/**
 * The manifest must have one prompt for each `prompt-` article that is not encrypted, sorted by slug, and with the
 * arguments in the `prompt_args` of the article.
 */
async function faultsOfPrompts({ files, posts }: Published, { prompts }: Manifest): Promise<Message[]> {
  const expectedByName = new Map<string, PromptArg[]>();
  for (const { slug } of posts.filter(isPromptArticle).sort((a, b) => (a.slug < b.slug ? -1 : 1))) {
    const { content, prompt_args: args } = ((await files.json(paths.postJsonPath(slug))) ?? {}) as {
      content?: unknown;
      prompt_args?: PromptArg[];
    };
    if (typeof content === 'string' && extractPrompt(content) !== undefined)
      expectedByName.set(slug, Array.isArray(args) ? args : []);
  }
  const faults = faultsOfList(
    'prompts',
    prompts.map(({ name }) => name),
    [...expectedByName.keys()],
  );
  // A publisher may add the example of an argument to the end of its description, or leave it out.
  const differing = prompts.filter(({ name, arguments: args }) => {
    const expectedArgs = expectedByName.get(name);
    const members = JSON.stringify(args.map(membersOf));
    if (!expectedArgs) return false;
    const forms = [expectedArgs, ...languages.map((prose) => expectedArgs.map((arg) => toPromptArgument(arg, prose)))];
    return !forms.some((form) => JSON.stringify(form.map(membersOf)) === members);
  });
  return [...faults, ...differing.map(({ name }) => message('promptDiffers', { name }))];
}

const isPromptArticle = ({ slug, encrypted }: Entry): boolean => !encrypted && isPromptSlug(slug);

type Argument = Omit<PromptArg, 'description'> & { description?: string | undefined };

const membersOf = ({ name, description, required }: Argument): unknown[] => [name, description, required];
