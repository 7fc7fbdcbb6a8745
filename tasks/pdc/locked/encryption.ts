// Encrypts locked posts at build time. The reader's browser decrypts them with the same code (protocol section 10).

/** The encrypted text in a page, instead of a body. Binary members are base64. */
export type Envelope = {
  readonly version: 1;
  readonly slug: string;
  readonly iterations: number;
  readonly salt: string;
  readonly nonce: string;
  readonly ciphertext: string;
};

/** Rounds of PBKDF2-SHA256. This is the minimum of protocol section 10, and a phone cannot do more in a second. */
export const iterations = 600_000;

/** The key for the content, derived from a password, and the key from which nonces are made. */
type Keys = { readonly content: CryptoKey; readonly nonce: CryptoKey };

/**
 * Encrypts a text with an article's password by AES-256-GCM. The same input gives the same bytes, because the salt
 * depends on the article, and the nonce is a keyed digest of the text. So no nonce is used for two texts. Version and
 * slug are authenticated, so an envelope cannot be moved to another post.
 */
export async function seal(
  text: string,
  { password, slug, origin }: { password: string; slug: string; origin: string },
): Promise<Envelope> {
  const salt = (await digest(encode(`duplex salt ${origin} ${slug}`))).slice(0, 16);
  const keys = await keysFor(password, salt);
  const plain = encode(text);
  const nonce = new Uint8Array(await crypto.subtle.sign('HMAC', keys.nonce, plain)).slice(0, 12);
  const additionalData = authenticated(1, slug);
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData }, keys.content, plain);
  return {
    version: 1,
    slug,
    iterations,
    salt: toBase64(salt),
    nonce: toBase64(nonce),
    ciphertext: toBase64(new Uint8Array(ciphertext)),
  };
}

/**
 * Decrypts an envelope. Returns undefined if the password is wrong or the envelope was changed. These two cases cannot
 * be distinguished.
 */
export async function open(envelope: Envelope, password: string): Promise<string | undefined> {
  return openByKey(envelope, await keyOf(envelope, password));
}

/**
 * The key of a password for one post, as base64. The key opens only that post, and reveals no more about the password
 * than the page does.
 */
export async function keyOf({ salt, iterations: rounds }: Envelope, password: string): Promise<string> {
  return toBase64(await deriveBits(password, { salt: fromBase64(salt), rounds }));
}

/** Decrypts an envelope with a key of `keyOf`. Returns undefined if the key is wrong or the envelope was changed. */
export async function openByKey(envelope: Envelope, key: string): Promise<string | undefined> {
  const { content } = await toKeys(fromBase64(key));
  const additionalData = authenticated(envelope.version, envelope.slug);
  try {
    const iv = fromBase64(envelope.nonce);
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData },
      content,
      fromBase64(envelope.ciphertext),
    );
    return new TextDecoder().decode(plain);
  } catch {
    return undefined;
  }
}

// Deriving a key takes a tenth of a second on purpose. A watcher needs the same keys after every save. The cache has
// one entry for each post, so that it does not keep old passwords.
const keyCache = new Map<string, { readonly password: string; readonly keys: Keys }>();

async function keysFor(password: string, salt: Bytes): Promise<Keys> {
  const post = toBase64(salt);
  const cached = keyCache.get(post);
  if (cached?.password === password) return cached.keys;
  const keys = await toKeys(await deriveBits(password, { salt, rounds: iterations }));
  keyCache.set(post, { password, keys });
  return keys;
}

async function deriveBits(password: string, { salt, rounds }: { salt: Bytes; rounds: number }): Promise<Bytes> {
  // Systems compose typed characters differently, so the password is normalized.
  const material = await crypto.subtle.importKey('raw', encode(password.normalize('NFC')), 'PBKDF2', false, [
    'deriveBits',
  ]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, material, 256),
  );
}

async function toKeys(bits: Bytes): Promise<Keys> {
  const nonceKey = await digest(new Uint8Array([...encode('duplex nonce'), ...bits]));
  return {
    content: await crypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['encrypt', 'decrypt']),
    nonce: await crypto.subtle.importKey('raw', nonceKey, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

const authenticated = (version: number, slug: string): Bytes => encode(`duplex ${version} ${slug}`);
const encode = (text: string): Bytes => new TextEncoder().encode(text);
const digest = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
