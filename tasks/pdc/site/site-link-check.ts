// Checks the paths in `_site.yml`: a path that leads nowhere is reported with its line.
import { decodeParts } from '../text/decode.ts';
import { top } from '../words/defect.ts';
import type { Defect } from '../words/defect.ts';
import type { Site } from './site.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { readYaml } from '../text/yaml.ts';
import { message } from '../words/message.ts';

type Named = { readonly at: readonly (string | number)[]; readonly url: string };

/** `leads` returns whether a decoded site path exists. */
export function siteLinkDefects(
  bytes: Uint8Array,
  { site, file, leads }: { site: Site; file: string; leads: (path: string) => boolean },
): Defect[] {
  const dead = namedBy(site).filter(({ url }) => url.startsWith('/') && !leads(toPath(url)));
  if (dead.length === 0) return [];
  const yaml = readYaml((decodeUtf8(bytes) ?? '').replace(/^\ufeff/, ''));
  return dead.map(({ at, url }) => ({
    file,
    ...('faults' in yaml ? top : (yaml.placeOf(at) ?? top)),
    severity: 'warn',
    rule: 'site',
    message: message('siteLinkDead', { key: at.join('.'), path: url }),
  }));
}

function namedBy({ nav = [], footer, social, icon, profile, og_image, scripts }: Site): Named[] {
  const links = (list: readonly { readonly url: string }[], ...above: string[]): Named[] =>
    list.map(({ url }, index) => ({ at: [...above, index, 'url'], url }));
  return [
    ...links(nav, 'nav'),
    ...links(footer?.links ?? [], 'footer', 'links'),
    ...links(social, 'social'),
    ...(icon === undefined ? [] : [{ at: ['icon'], url: icon }]),
    ...(profile?.avatar === undefined ? [] : [{ at: ['author', 'avatar'], url: profile.avatar }]),
    { at: ['og_image'], url: og_image },
    ...scripts.map(({ src }, index) => ({ at: ['scripts', index, 'src'], url: src })),
  ];
}

function toPath(url: string): string {
  return decodeParts(url.replace(/[?#].*$/s, ''));
}
