// The elements of HTML by what a browser does with their tags.
const namesOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** In these elements, a browser reads every tag as text, up to the end tag of the element. */
export const rawText = namesOf('script style textarea title iframe noembed noframes xmp plaintext');

/**
 * A browser hides the content of these elements, shows it only after a click, or shows it only if the browser does not
 * know the element.
 */
export const hiding = namesOf(
  'audio video canvas object select datalist template noscript dialog details progress meter',
);

/** A browser never shows the content of these elements, so their tags in a sentence are words. */
export const unseen = namesOf('title style template noembed noframes');

export const voids = namesOf(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Authors may leave out the end tags of these elements. */
export const optionallyClosed = namesOf(
  'p li dt dd rt rp rb rtc tr td th thead tbody tfoot colgroup caption option optgroup html head body frameset',
);

/**
 * The possible parents of elements. A browser drops the tags of such an element if none of these parents is around it.
 */
const parents = new Map<string, ReadonlySet<string>>(
  [
    ['li', 'ul ol menu'],
    ['dt dd', 'dl'],
    ['td th tr thead tbody tfoot caption colgroup col', 'table'],
    ['option', 'select datalist optgroup'],
    ['optgroup', 'select'],
    ['rt rp rb rtc', 'ruby'],
    ['html head body frameset', ''],
  ].flatMap(([children = '', names = '']) => [...namesOf(children)].map((child) => [child, namesOf(names)] as const)),
);

/** `around` has the names of the elements around the tag. */
export function isOutOfPlace(name: string, around: { has(name: string): boolean }): boolean {
  const outer = parents.get(name);
  return outer !== undefined && ![...outer].some((parent) => around.has(parent));
}

/** The elements of a page around a text. An end tag in the text without a start tag would end them. */
export const framing = namesOf('html body main article div');

/** Elements that a parser nests as they are written. They run nothing, and load nothing except pictures. */
export const simple = namesOf(
  'a abbr address article aside b bdi bdo big blockquote br center cite code dd del details dfn div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s ' +
    'samp section small span strike strong sub summary sup tt u ul var wbr',
);

const otherElements = namesOf(
  'acronym applet button data dialog fieldset form hgroup label legend listing map marquee math menu nobr object output ' +
    'picture search selectedcontent slot svg table time',
);

/** Whether browsers know an element of this lower-case name. `dir` is missing, because today it means a folder. */
export const isElement = (name: string): boolean =>
  [simple, otherElements, hiding, rawText, voids, optionallyClosed].some((names) => names.has(name));

/** Whether a name is that of a custom element: with a hyphen and without capitals. `<C-y>` names a key. */
export const isCustom = (tagName: string): boolean => /^[a-z][^A-Z\s]*-[^A-Z\s]*$/.test(tagName);

/** Whether a browser runs a script of this type; every other type is data, such as a formula or JSON. */
export const isProgram = (type: string): boolean =>
  type.trim() === '' || /(?:java|ecma|j|live)script|module|importmap|speculationrules/i.test(type);

/** Browsers remove spaces and control characters before they read a scheme. */
export const isScriptAddress = (value: string): boolean => /^(?:java|vb)script:/i.test(value.replace(/[\0-\x20]/g, ''));

/**
 * Whether an element of SVG animates an address. Each value of the animation would be an address, and a script address
 * among them would run after a click.
 */
export const animatesAddress = (name: string, attributeName = ''): boolean =>
  /^(?:set|animate)/i.test(name) && /href\s*$/i.test(attributeName);
