// Makes elements that scroll within the page focusable while they overflow, so that the keyboard can scroll them.

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) setFocusable(target as HTMLElement);
});

export function attachScrolling(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('.code > pre, .content pre, .table, .katex-display')) {
    if (!element.hasAttribute('tabindex')) observer.observe(element);
  }
}

function setFocusable(element: HTMLElement): void {
  if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
}
