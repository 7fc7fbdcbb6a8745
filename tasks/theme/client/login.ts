// The script of `/login/`: signs in on the provider's page or by the QR code in this page, and signs out.
import { loginLabels as labels } from './labels.ts';
import { explain, explainError } from './login-errors.ts';
import { copyPicture } from './picture.ts';
import { createSession, endOf, jsonOf, toTokens } from './session.ts';
import type { Account, TokenAnswer } from './session.ts';
import { elementIn } from './element.ts';

const page = elementIn(document, '.login');
const session = createSession(page.dataset.api!);
const { dataset } = document.documentElement;
const say = (text: string): void => void (elementIn(page, '.login-message').textContent = text);

/** Runs a step of the login. If storage is blocked or full, or a response is broken, the page shows a message. */
async function run(step: () => Promise<void> | void): Promise<void> {
  try {
    await step();
  } catch (error) {
    fail(error instanceof DOMException ? labels.withoutStorage : labels.failed);
  }
}

/** For pages and scripts of this site: sends a request to the login service as the signed-in user. */
export const { call } = session;

// ---- The state: created, stored and compared here, and used once.

function makeState(): string {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  sessionStorage.setItem('login state', state);
  return state;
}

function takeState(state: unknown): boolean {
  const savedState = sessionStorage.getItem('login state');
  sessionStorage.removeItem('login state');
  return savedState !== null && savedState === state;
}

// ---- First variant: go to the provider's page, and return by the service's callback

async function leave(): Promise<void> {
  takeAway();
  const attempt = attempts;
  say(labels.leaving);
  // While the service is down, the browser would show an error page, so ask the service first. If it runs, it answers
  // 401 to a request without a token.
  const response = await session.ask('/me').catch(() => undefined);
  if (attempt !== attempts) return;
  if (response?.status !== 401) return say(await explain(response));
  location.assign(`${page.dataset.api}/idp/web/login?state=${makeState()}`);
}

// ---- Second variant: the QR code in this page

type Options = {
  readonly script_url: string;
  readonly appid: string;
  readonly scope: string;
  readonly redirect_uri: string;
  readonly state: string;
  readonly expires_in: number;
};

/** The global that the provider's script sets. */
const provider = window as { WxLogin?: new (options: object) => object };

/** The number of attempts so far. Responses to earlier attempts are ignored. */
let attempts = 0;
let expiry: ReturnType<typeof setTimeout> | undefined;
const frameOf = (): HTMLIFrameElement | null => page.querySelector('.qr-code iframe');

async function showQrCode(): Promise<void> {
  takeAway();
  const attempt = attempts;
  say(labels.fetchingQrCode);
  const response = await session
    .ask(`/idp/web/login?state=${makeState()}`, { headers: { Accept: 'application/json' } })
    .catch(() => undefined);
  if (attempt !== attempts) return;
  if (!response?.ok) return say(await explain(response));
  const options = (await response.json()) as Options;
  const { origin } = new URL(options.redirect_uri);
  if (origin !== location.origin) return say(labels.elsewhere(origin));
  try {
    await loadScript(options.script_url);
  } catch {
    return say(labels.scriptFailed);
  }
  if (attempt !== attempts) return;
  new provider.WxLogin!({
    id: 'qr-code',
    appid: options.appid,
    scope: options.scope,
    // The provider's script joins its options without encoding them.
    redirect_uri: encodeURIComponent(options.redirect_uri),
    state: options.state,
    // The frame follows redirect_uri; this page stays.
    self_redirect: true,
  });
  frameOf()?.setAttribute('title', labels.qrCode);
  say(labels.scan(Math.round(options.expires_in / 60)));
  expiry = setTimeout(() => {
    const focused = document.activeElement === frameOf();
    takeAway();
    say(labels.qrCodeExpired);
    if (focused) elementIn(page, '.show-qr-code').focus();
  }, options.expires_in * 1000);
}

function takeAway(): void {
  attempts += 1;
  clearTimeout(expiry);
  elementIn(page, '.qr-code').replaceChildren();
}

function loadScript(address: string): Promise<unknown> {
  if (provider.WxLogin) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    Object.assign(script, { src: address, onload: resolve, onerror: reject });
    document.head.append(script);
  });
}

/** Accepts messages only from the relay in the QR code's frame. */
function receive({
  origin,
  source,
  data,
}: MessageEvent<Partial<Record<'code' | 'state', string | null>> | null>): void {
  if (origin !== location.origin || source === null || source !== frameOf()?.contentWindow) return;
  takeAway();
  void run(() => finish({ code: data?.code ?? '', state: data?.state ?? '' }));
}

// ---- The end of both variants

type Proof = { readonly state: string } & ({ readonly login_code: string } | { readonly code: string });

async function finish(proof: Proof): Promise<void> {
  if (!takeState(proof.state)) return fail(labels.notBegunHere);
  // After a refusal the code is missing, or `authdeny`.
  if ('code' in proof && ['', 'authdeny'].includes(proof.code)) return fail(labels.denied);
  dataset.arriving = '';
  say('');
  const response = await session.ask('/idp/web/code', jsonOf(proof)).catch(() => undefined);
  if (!response?.ok) return fail(await explain(response));
  const answer = (await response.json()) as TokenAnswer;
  try {
    session.keep(toTokens(answer));
    show(answer.user, endOf(answer));
  } catch (error) {
    session.forget();
    throw error;
  }
  delete dataset.arriving;
  // The heading gets the focus: screen readers announce it, and the next Tab continues there.
  say(labels.signedIn);
  elementIn(page, '.of-member h1').focus();
}

function fail(text: string): void {
  delete dataset.arriving;
  say(text);
}

// ---- Who is signed in

type User = TokenAnswer['user'];

function show({ id, nickname, avatar_url: address }: User, ends: number): void {
  const name = nickname === null || nickname === '' ? labels.unnamed : nickname;
  const previousAccount = session.account();
  const picture =
    previousAccount?.id === id && previousAccount.address === (address ?? undefined)
      ? previousAccount.picture
      : undefined;
  session.show({ id, name, ends, ...(address ? { address } : {}), ...(picture ? { picture } : {}) });
  // Not awaited, because nothing depends on it.
  if (address && !picture && isLoadable(address)) void addPicture(id, address);
}

/** A page on https shows no picture from http. */
const isLoadable = (address: string): boolean => address.startsWith('https:') || location.protocol === 'http:';

async function addPicture(id: string, address: string): Promise<void> {
  const picture = await copyPicture(address);
  const account = session.account();
  // The reader may have signed out meanwhile.
  if (account?.id !== id || account.address !== address) return;
  try {
    if (picture) return session.show({ ...account, picture });
  } catch {
    // The storage is full.
  }
  showOnce(address);
}

/**
 * A picture that cannot be copied is shown only on this page, over the initial. The initial stays if the picture does
 * not load.
 */
function showOnce(address: string): void {
  const image = new Image();
  image.alt = '';
  image.referrerPolicy = 'no-referrer';
  image.addEventListener('load', () => elementIn(page, '.person .face').replaceChildren(image));
  image.src = address;
}

/** Asks whether the remembered session is still valid. */
async function verify({ ends }: Account): Promise<void> {
  const response = await session.call('/me').catch(() => undefined);
  if (response?.ok) return show((await response.json()) as User, session.account()?.ends ?? ends);
  if (!session.tokens()) {
    session.forget();
    return sayLoss();
  }
  say(response?.status === 403 ? await explain(response) : labels.remembered);
}

/**
 * Says why the session was lost. The session keeps the reason, because a request of another script may have noticed the
 * loss.
 */
function sayLoss(): void {
  say(labels[session.lost() ?? 'ended']);
}

async function signOut(): Promise<void> {
  const ended = await session.signOut();
  say(ended ? labels.signedOut : labels.signedOutHere);
  elementIn(page, '.of-guest button').focus();
}

// ---- Where a visit begins

/** Readers from a page of this site can return to it. */
function offerReturn(): void {
  const from = document.referrer;
  if (URL.canParse(from) && new URL(from).origin === location.origin && new URL(from).pathname !== location.pathname) {
    sessionStorage.setItem('login from', from);
  }
  const back = elementIn<HTMLAnchorElement>(page, '.back');
  const target = sessionStorage.getItem('login from');
  if (target === null) return;
  back.href = target;
  back.textContent = labels.back;
}

/** WeChat on a computer shows a code that a phone can scan. */
const isInsideWeChat = (): boolean => ['MicroMessenger', 'Mobile'].every((word) => navigator.userAgent.includes(word));

function begin(): Promise<void> | void {
  elementIn(page, '.inside-wechat').hidden = !isInsideWeChat();
  elementIn(page, '.leave').addEventListener('click', () => void run(leave));
  page.querySelector('.show-qr-code')?.addEventListener('click', () => void run(showQrCode));
  elementIn(page, '.sign-out').addEventListener('click', () => void run(signOut));
  addEventListener('message', receive);
  addEventListener('account', () => {
    if (session.account()) return;
    elementIn(page, '.person .face').replaceChildren();
    if (session.lost()) sayLoss();
  });
  // The reader returned from the provider's page by the browser's back button.
  addEventListener('pageshow', ({ persisted }) => persisted && say(''));

  const query = new URLSearchParams(location.search);
  const outcome = new URLSearchParams(location.hash.slice(1));
  // Removes the outcome from the address, so that no reload, bookmark or history entry repeats it.
  if (outcome.has('login_code') || outcome.has('error') || query.has('state')) {
    history.replaceState(null, '', location.pathname);
  }
  offerReturn();

  const state = outcome.get('state') ?? query.get('state') ?? '';
  const account = session.account();
  const loginCode = outcome.get('login_code');
  if (loginCode !== null) return finish({ login_code: loginCode, state });
  // The provider may redirect the whole page instead of its frame.
  if (query.has('state')) return finish({ code: query.get('code') ?? '', state });
  // A signed-in reader sees no error of a repeated callback.
  if (account) return verify(account);
  const error = outcome.get('error');
  if (error !== null) say(explainError(error));
}

if (window.parent === window) void run(begin);
