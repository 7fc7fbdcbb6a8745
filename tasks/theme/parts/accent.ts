// The author's accent color. Its hue is kept, and its lightness and chroma are changed until it is readable on every
// background of the theme.
import { html, raw } from '#pdc/text/markup';
import type { Site } from '#pdc/site/site';
import type { Markup } from '#pdc/text/markup';

/**
 * The CSS variables of an accent. On the page they come after those of the theme and before the author's `custom.css`.
 * Undefined for a site without an accent.
 */
export function accentStyle({ accent }: Site): Markup | undefined {
  if (accent === undefined) return undefined;
  const both = (light: string, dark: string): string =>
    `light-dark(oklch(from ${accent} ${light}),oklch(from ${accent} ${dark}))`;
  // These values give every color that a screen can show at least 4.5:1 (WCAG 2.2, criterion 1.4.3) on the selection
  // below, the background with the least contrast.
  const [light, dark] = ['min(l,.46) min(c,.2) h', 'max(l,.72) min(c,.2) h'] as const;
  const tokens = [
    `--accent:${both(light, dark)}`,
    `--accent-line:${both(`${light}/.55`, `${dark}/.55`)}`,
    `--selection:${both('.91 min(c*.67,.04) h', '.32 min(c*.83,.05) h')}`,
  ];
  return html`
<style>:root{${raw(tokens.join(';'))}}</style>`;
}
