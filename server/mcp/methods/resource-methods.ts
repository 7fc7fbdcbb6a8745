// resources/list, resources/templates/list and resources/read.
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import { pageOf } from './list-pages.ts';
import { readSkillResource } from './skill-methods.ts';
import { nearest } from '#pdc/text/near';
import { categoryMdPath } from '#pdc/site/paths';
import { slugIn } from '../site/open-site.ts';
import type { Site } from '../site/open-site.ts';

export async function listResources(site: Site, cursor: string | undefined): Promise<ListResourcesResult> {
  const { lists } = await site.catalogue();
  const list = { method: 'resources', items: lists.resources, keyOf: ({ uri }: { uri: string }) => uri };
  const { items, ...next } = pageOf(list, cursor);
  return { resources: items, ...next };
}

export async function listTemplates(site: Site, cursor: string | undefined): Promise<ListResourceTemplatesResult> {
  const { lists } = await site.catalogue();
  const keyOf = ({ uriTemplate }: { uriTemplate: string }): string => uriTemplate;
  const { items, ...next } = pageOf({ method: 'templates', items: lists.resourceTemplates, keyOf }, cursor);
  return { resourceTemplates: items, ...next };
}

/** Returns the unchanged file. Only URIs in the catalogue are read, so clients cannot choose paths or addresses. */
export async function readResource(site: Site, uri: string): Promise<ReadResourceResult> {
  const skill = await readSkillResource(site, uri);
  if (skill) return skill;
  const { pathOf, files } = await site.catalogue();
  const path = pathOf(uri) ?? '';
  const mimeType = files.get(path);
  const text = mimeType === undefined ? undefined : await site.file(path);
  if (mimeType === undefined || text === undefined) throw new ResourceNotFoundError(uri, await toRemedy(site, uri));
  return { contents: [{ uri, mimeType, text }] };
}

/** A suggestion for a URI with a misspelled slug, or for the address of a page. */
async function toRemedy(site: Site, uri: string): Promise<string | undefined> {
  const [, lastSegment = ''] = /([^/]*?)(?:\.\w+|\/)?$/.exec(uri.slice(-200)) ?? [];
  const { index, categories } = await site.catalogue();
  const uris = new Map(
    slugIn(uri) === undefined
      ? index.posts.map(({ slug, api_md_url }) => [slug, api_md_url])
      : categories.flatMap(({ slug }) => (slug === undefined ? [] : [[slug, index.url + categoryMdPath(slug)]])),
  );
  const near = nearest(uris.keys(), { asked: lastSegment, limit: 3 });
  const [nearestSlug] = near;
  if (nearestSlug === undefined) return undefined;
  return `Resource not found: ${uri}. Similar slugs: ${near.join(', ')}. The URI of the first is ${uris.get(nearestSlug)}`;
}
