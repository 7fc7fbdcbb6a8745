// resources/list, resources/templates/list and resources/read.
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import { categoryMdPath } from '#pdc/paths';
import { pageOf } from './pages.ts';
import { nearest } from '#pdc/near';
import { slugIn } from '../site/site.ts';
import type { File, Site } from '../site/site.ts';

export async function listResources(site: Site, cursor: string | undefined): Promise<ListResourcesResult> {
  const { listed } = await site.catalogue();
  const list = { method: 'resources', items: listed.resources, keyOf: ({ uri }: { uri: string }) => uri };
  const { items, ...next } = pageOf(list, cursor);
  return { resources: items as ListResourcesResult['resources'], ...next };
}

export async function listTemplates(site: Site, cursor: string | undefined): Promise<ListResourceTemplatesResult> {
  const { listed } = await site.catalogue();
  const keyOf = ({ uriTemplate }: { uriTemplate: string }): string => uriTemplate;
  const { items, ...next } = pageOf({ method: 'templates', items: listed.resourceTemplates, keyOf }, cursor);
  return { resourceTemplates: items, ...next };
}

/** The static file, unaltered. Only URIs of the catalogue lead to one: no address and no path comes from a client. */
export async function readResource(site: Site, uri: string): Promise<ReadResourceResult> {
  const { files, entries } = await site.catalogue();
  const file = files.get(uri) ?? (await categoryFile(site, uri));
  const text = file && (await site.file(file.path));
  if (text === undefined) throw new ResourceNotFoundError(uri, toRemedy(uri, entries.keys()));
  return { contents: [{ uri, mimeType: file!.mimeType, text }] };
}

/** A category that the manifest does not list is a template's. */
async function categoryFile(site: Site, uri: string): Promise<File | undefined> {
  const slug = slugIn(uri);
  if (slug === undefined) return undefined;
  const category = (await site.categories()).find(({ api_md_url }) => api_md_url === uri);
  return category && { path: categoryMdPath(slug), mimeType: 'text/markdown' };
}

/** A template's address with a slug that is nearly one. */
function toRemedy(uri: string, slugs: Iterable<string>): string | undefined {
  const asked = /\/api\/posts\/([^/]+)\.(?:md|json)$/.exec(uri)?.[1];
  const near = asked === undefined ? [] : nearest(slugs, { asked, limit: 3 });
  return near.length === 0 ? undefined : `Resource not found: ${uri}. Slugs like it: ${near.join(', ')}`;
}
