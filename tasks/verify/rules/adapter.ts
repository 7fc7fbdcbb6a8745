// Rule `mcp`: the adapter that stands before the site is alive, lists what the manifest lists, and reads what is published.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { message } from '#pdc/message';
import type { Message } from '#pdc/message';
import { manifestPath } from '#pdc/paths';
import { Manifest } from '#pdc/schema';
import { revision } from '../site/ask.ts';
import type { Ask } from '../site/ask.ts';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { Unreadable } from '../site/source.ts';
import { toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';

const lists = ['resources', 'resourceTemplates', 'tools', 'prompts'] as const;

/** Without an address of an adapter there is nothing to ask. */
export async function checkAdapter(published: Published): Promise<RuleFinding[]> {
  const { adapter, files } = published;
  if (!adapter) return [];
  const { url, ask } = adapter;
  const flaws: RuleFinding[] = [];
  const tell = (fault: Message): void => void flaws.push({ path: url, message: message('lookAtAdapter', { fault }) });
  /** A failed call is reported once, and the checks that need its answer are skipped. */
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> =>
    work().catch((error: Error) => {
      const reason = error instanceof Unreadable ? error.reason : error.message;
      tell(message('adapterFails', { what, reason }));
      return undefined;
    });

  const begun = await attempt('initialize', async () => {
    const answer = z
      .looseObject({ protocolVersion: z.string(), capabilities: z.looseObject({}), serverInfo: z.looseObject({}) })
      .parse(await ask('initialize', { protocolVersion: revision, capabilities: {}, clientInfo }));
    await ask('notifications/initialized');
    return answer;
  });
  if (!begun) return flaws;

  const { data: manifest } = Manifest.safeParse(await files.json(manifestPath));
  for (const list of lists) {
    const given = await attempt(methodOf[list], () => listAll(ask, list));
    if (given && manifest) faultsOfList(list, given, manifest[list]).forEach(tell);
  }
  await attempt('tools/call list_categories', async () => {
    const { isError } = z
      .looseObject({ isError: z.boolean().optional(), content: z.array(z.unknown()).min(1) })
      .parse(await ask('tools/call', { name: 'list_categories', arguments: {} }));
    if (isError) throw new Unreadable(message('answersError', { error: 'isError' }));
  });
  const resource = manifest?.resources[0];
  if (resource) {
    const path = toSitePath(published.site, resource.uri);
    const expected = path === undefined ? undefined : await files.text(path);
    const answer = await attempt('resources/read', async () =>
      z
        .looseObject({ contents: z.array(z.looseObject({ text: z.string() })).min(1) })
        .parse(await ask('resources/read', { uri: resource.uri })),
    );
    if (answer && expected !== undefined && answer.contents[0]!.text !== expected)
      tell(message('adapterReadsOther', { address: resource.uri }));
  }
  return flaws;
}

const clientInfo = { name: 'duplex-verify', version: '1' };

const methodOf: Readonly<Record<(typeof lists)[number], string>> = {
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  tools: 'tools/list',
  prompts: 'prompts/list',
};

/** More pages than any site has: a cursor may lead round in a circle. */
const mostPages = 10_000;

async function listAll(ask: Ask, list: (typeof lists)[number]): Promise<unknown[]> {
  const items: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = z
      .looseObject({ [list]: z.array(z.unknown()), nextCursor: z.string().optional() })
      .parse(await ask(methodOf[list], cursor === undefined ? {} : { cursor })) as Record<string, unknown>;
    items.push(...(answer[list] as unknown[]));
    cursor = answer.nextCursor as string | undefined;
    if (cursor === undefined) return items;
  }
  throw new Unreadable(message('listEndless', { pages: mostPages }));
}

/** The adapter may add what its revision has; what the manifest says it says too. */
function faultsOfList(name: string, given: readonly unknown[], expected: readonly object[]): Message[] {
  if (given.length !== expected.length)
    return [
      message('adapterListsOther', { list: methodOf[name as 'tools'], given: given.length, expected: expected.length }),
    ];
  const at = expected.findIndex((item, index) =>
    Object.entries(item).some(
      ([key, value]) => !isDeepStrictEqual((given[index] as Record<string, unknown>)[key], value),
    ),
  );
  return at === -1
    ? []
    : [
        message('adapterSaysOther', {
          list: methodOf[name as 'tools'],
          given: quote(given[at]),
          expected: quote(expected[at]),
        }),
      ];
}
