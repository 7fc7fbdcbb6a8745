// The link beside a heading copies its address, and shows it in the address bar.
import { labels } from './labels.ts';
import { canCopy, copy } from './copy.ts';

export function attachAnchors(root: ParentNode): void {
  if (!canCopy()) return;
  for (const anchor of root.querySelectorAll<HTMLAnchorElement>('a.anchor')) {
    anchor.addEventListener('click', () => void copy(anchor.href, labels.linkCopied));
  }
}
