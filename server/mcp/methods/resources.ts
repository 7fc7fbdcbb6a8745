// resources/list, resources/templates/list and resources/read.
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import { pageOf } from './pages.ts';
import { nearest } from '#pdc/near';
import { slugIn } from '../site/site.ts';
import type { Site } from '../site/site.ts';

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
  const file = (await site.catalogue()).files.get(uri);
  const text = file && (await site.file(file.path));
  if (text === undefined) throw new ResourceNotFoundError(uri, await toRemedy(site, uri));
  return { contents: [{ uri, mimeType: file!.mimeType, text }] };
}

/** An address that nearly is one of a template's, or that is a page's. */
async function toRemedy(site: Site, uri: string): Promise<string | undefined> {
  const [, asked = ''] = /([^/]*?)(?:\.\w+|\/)?$/.exec(uri.slice(-200)) ?? [];
  const { index, categories } = await site.catalogue();
  const named = slugIn(uri) === undefined ? index.posts : categories;
  const uris = new Map(named.map(({ slug = '', api_md_url }) => [slug, api_md_url]));
  const near = nearest(uris.keys(), { asked, limit: 3 });
  if (near.length === 0) return undefined;
  return `Resource not found: ${uri}. Slugs like it: ${near.join(', ')}. The first is read as ${uris.get(near[0]!)}`;
}
