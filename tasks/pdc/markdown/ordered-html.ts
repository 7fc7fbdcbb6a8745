// Parses a body's HTML as a browser does, and serializes it again. After that, every element is closed where it ends,
// and nothing in the HTML runs with the rights of the site.
import { escapeText } from 'entities';
import { defaultTreeAdapter, html as names, parseFragment, serialize } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { animatesAddress, isProgram, isScriptAddress } from './elements.ts';

/**
 * The maximum number of rounds. A serialized tree can be parsed as another tree, so the HTML is parsed and serialized
 * until nothing changes, which normally takes two rounds.
 */
const maxRounds = 6;

/**
 * Puts the HTML of a body in order, so that it fits within any element of a page. `host` is the host of the site.
 * Frames of other hosts stay as they are. All other frames are sandboxed.
 */
export function orderHtml(html: string, host: string | undefined): string {
  let last = html;
  for (let round = 0; round < maxRounds; round += 1) {
    const next = readAndWrite(last, host);
    if (next === undefined) break;
    if (next === last) return next;
    last = next;
  }
  return escapeText(html);
}

/**
 * Returns undefined if the parser would make far more elements than there are tags. For example, a browser opens bold
 * text again in each paragraph until the bold text is closed.
 */
function readAndWrite(html: string, host: string | undefined): string | undefined {
  let elementsLeft = 10_000 + 4 * html.split('<').length;
  try {
    const fragment = parseFragment(contextOf(), html, {
      scriptingEnabled: false,
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement(...parts) {
          elementsLeft -= 1;
          if (elementsLeft < 0) throw new TooMany();
          return defaultTreeAdapter.createElement(...parts);
        },
      },
    });
    clean(fragment, host);
    return serialize(fragment, { scriptingEnabled: false });
  } catch (error) {
    if (error instanceof TooMany) return undefined;
    throw error;
  }
}

class TooMany extends Error {}

const contextOf = (): Tree.Element => defaultTreeAdapter.createElement('div', names.NS.HTML, []);

function clean(root: Tree.ParentNode, host: string | undefined): void {
  const parents: Tree.ParentNode[] = [root];
  for (let parent = parents.pop(); parent; parent = parents.pop()) {
    parent.childNodes = parent.childNodes.filter((node) => staysIn(node));
    for (const node of parent.childNodes) {
      if (!('attrs' in node)) continue;
      node.attrs = attributesOf(node, host);
      keepFirstLine(node);
      parents.push(node);
      if ('content' in node) parents.push(node.content);
    }
  }
}

/**
 * Whether a node stays. Comments are removed because they show nothing. Other nodes are removed because they would run
 * code, or change the page around the text.
 */
function staysIn(node: Tree.ChildNode): boolean {
  if (!('attrs' in node)) return node.nodeName === '#text';
  const { tagName } = node;
  if (tagName === 'script') return !isProgram(valueOf(node, 'type') ?? '');
  if (tagName === 'meta') return valueOf(node, 'http-equiv') === undefined;
  // A browser that runs scripts reads no markup in this element, but only searches for its end tag.
  if (tagName === 'noscript') return !/<\/noscript|<!--/i.test(serialize(node, { scriptingEnabled: false }));
  if (animatesAddress(tagName, valueOf(node, 'attributeName'))) return false;
  return !['base', 'plaintext', 'frame', 'frameset'].includes(tagName);
}

/** A browser drops a line break at the start of these elements, so a visible line break needs another one before it. */
function keepFirstLine({ tagName, childNodes: [first] }: Tree.Element): void {
  if (/^(?:pre|textarea|listing)$/.test(tagName) && first && 'value' in first && first.value.startsWith('\n'))
    first.value = `\n${first.value}`;
}

function attributesOf(node: Tree.Element, host: string | undefined): Tree.Element['attrs'] {
  const attrs = node.attrs.filter(({ name, value }) => !/^on/i.test(name) && !isScriptAddress(value));
  if (node.tagName === 'iframe') return sandboxed(node, attrs, host);
  const address = { object: 'data', embed: 'src' }[node.tagName];
  // These elements do not support a sandbox.
  return attrs.filter(({ name, value }) => name !== address || isForeign(value, host));
}

function sandboxed(node: Tree.Element, attrs: Tree.Element['attrs'], host: string | undefined): Tree.Element['attrs'] {
  const isOther = valueOf(node, 'srcdoc') === undefined && isForeign(valueOf(node, 'src') ?? '', host);
  if (isOther) return attrs;
  const rights = (valueOf(node, 'sandbox') ?? admitted.join(' ')).toLowerCase().split(/\s+/);
  const value = admitted.filter((right) => rights.includes(right)).join(' ');
  return [...attrs.filter(({ name }) => name !== 'sandbox'), { name: 'sandbox', value }];
}

/** The rights of a sandboxed frame. An embedded demonstration can run, but does not have the site's origin. */
const admitted = ['allow-scripts', 'allow-forms'];

/** Whether an address leads to another host, whether its page is opened by http or https. */
export function isForeign(address: string, host: string | undefined): boolean {
  const hosts = ['https', 'http'].map((scheme) => {
    const base = `${scheme}://${nowhere}`;
    const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
    return url && /^https?:$/.test(url.protocol) ? url.hostname : nowhere;
  });
  return host !== undefined && hosts.every((linkedHost) => linkedHost !== nowhere && bare(linkedHost) !== bare(host));
}

/** Many sites respond both with and without `www.`. */
const bare = (host: string): string => host.replace(/^www\./, '');

const nowhere = 'nowhere.invalid';

const valueOf = ({ attrs }: Tree.Element, attributeName: string): string | undefined =>
  attrs.find(({ name }) => name === attributeName)?.value;
