// The lists of a site that has no manifest.
import { toolsIn } from '#pdc/endpoints/tools';
import { isPromptSlug } from '#pdc/markdown/prompt';
import { languages } from '#pdc/words/prose';
import type { Index, ManifestLists } from './site-schemas.ts';

/** All articles as resources, and the open `prompt-` articles as prompts. */
export function createDefaultManifest({ site, posts }: Index): ManifestLists {
  // Chinese, as for every site that does not state its language.
  const [prose] = languages;
  const prompts = posts.filter(({ slug, encrypted }) => isPromptSlug(slug) && !encrypted);
  return {
    capabilities: undefined,
    serverInfo: { name: 'duplex', title: site, version: '0' },
    resources: posts.map(({ slug, title, description, api_md_url: uri, encrypted }) => ({
      uri,
      name: slug,
      title,
      description,
      mimeType: 'text/markdown',
      ...(encrypted && { description: prose.manifest.locked({ description }), _meta: { encrypted } }),
    })) as unknown as ManifestLists['resources'],
    resourceTemplates: [],
    tools: [...toolsIn(prose)],
    prompts: prompts.map(({ slug: name, title, description }) => ({ name, title, description, arguments: [] })),
  };
}
