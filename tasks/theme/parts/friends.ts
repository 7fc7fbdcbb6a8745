// Other blogs as cards, below the text of the page named `links`, `flink` or `friends` (`_friends.yml`).
import { html } from '#pdc/text/markup';
import type { Friend } from '#pdc/site/friends';
import type { Site } from '#pdc/site/site';
import { toTarget } from './anchor.ts';
import type { Markup } from '#pdc/text/markup';

/** Groups are in the order of first use. */
export function friendCards(site: Site): Markup[] {
  const { friends = [] } = site;
  return [...new Set(friends.map(({ group }) => group))].map(
    (name) => html`<section class="friends">
${name !== undefined && html`<h2>${name}</h2>`}
<ul>${friends.filter(({ group }) => group === name).map((friend) => html`<li>${card(friend, site)}</li>`)}</ul>
</section>
`,
  );
}

/** Without a picture, the card shows the first character of the name. */
const card = ({ name, url, avatar, about }: Friend, site: Site): Markup => html`<a href="${toTarget(url, site)}">
${avatar === undefined ? html`<span class="portrait" aria-hidden="true">${[...name][0]}</span>` : html`<img class="portrait" src="${toTarget(avatar, site)}" alt="" width="48" height="48" loading="lazy" decoding="async">`}
<span><b>${name}</b>${about !== undefined && html` <span class="friend-about">${about}</span>`}</span>
</a>`;
