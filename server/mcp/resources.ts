// resources/list, resources/templates/list and resources/read.
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import { pageOf } from './pages.ts';
import type { Site } from './site.ts';

export async function listResources(site: Site, cursor: string | undefined): Promise<ListResourcesResult> {
  const { manifest } = await site.catalogue();
  const list = { method: 'resources', items: manifest.resources, keyOf: ({ uri }: { uri: string }) => uri };
  const { items, ...next } = pageOf(list, cursor);
  return { resources: items as ListResourcesResult['resources'], ...next };
}

export async function listTemplates(site: Site, cursor: string | undefined): Promise<ListResourceTemplatesResult> {
  const { manifest } = await site.catalogue();
  const keyOf = ({ uriTemplate }: { uriTemplate: string }): string => uriTemplate;
  const { items, ...next } = pageOf({ method: 'templates', items: manifest.resourceTemplates, keyOf }, cursor);
  return { resourceTemplates: items, ...next };
}

/** The static file, unaltered. Only URIs of the catalogue lead to one: no address and no path comes from a client. */
export async function readResource(site: Site, uri: string): Promise<ReadResourceResult> {
  const { files } = await site.catalogue();
  const file = files.get(uri);
  const text = file && (await site.file(file.path));
  if (text === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: file!.mimeType, text }] };
}
