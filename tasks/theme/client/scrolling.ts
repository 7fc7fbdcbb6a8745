// What scrolls within itself can be scrolled by the keyboard: it takes the focus while there is something to scroll.

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) setFocusable(target as HTMLElement);
});

export function armScrolling(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('.code > pre, .content pre, .table, .katex-display')) {
    if (!element.hasAttribute('tabindex')) observer.observe(element);
  }
}

function setFocusable(element: HTMLElement): void {
  if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
}
