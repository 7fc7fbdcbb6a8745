// Finds an element that the theme writes into every page of its kind.

export function elementIn<K extends keyof HTMLElementTagNameMap>(
  root: ParentNode,
  selector: K,
): HTMLElementTagNameMap[K];
export function elementIn<T extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): T;
export function elementIn(root: ParentNode, selector: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}
