// Both ways to sign in on the web: by leaving for the provider's page, and by a QR code embedded in this one.
// The names of requests and members are the login service's; everything else is this page's own.
/* global document, window, location, history, sessionStorage, localStorage, navigator, crypto, fetch, URLSearchParams, setTimeout, clearTimeout */

const api = '/api/auth';
const byId = (id) => document.getElementById(id);

// ---- Requests

async function post(path, body, accessToken) {
  return fetch(api + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(accessToken ? { Authorization: `Bearer ${accessToken}` } : {}),
    },
    body: JSON.stringify(body),
  });
}

const readTokens = () => JSON.parse(localStorage.getItem('tokens') ?? 'null');
const keepTokens = (tokens) => localStorage.setItem('tokens', JSON.stringify(tokens));
const dropTokens = () => localStorage.removeItem('tokens');

/**
 * One refresh at a time: who waited finds the new pair and takes that. A tab that does not see it yet sends the same
 * token once more, which gets the same pair if it is soon.
 */
function refresh(stale) {
  return navigator.locks.request('refresh', async () => {
    const tokens = readTokens();
    if (!tokens || tokens.access_token !== stale.access_token) return tokens;
    const response = await post('/refresh', { refresh_token: tokens.refresh_token });
    if (response.ok) await keepIfSame(tokens, await response.json());
    // Only a refusal ends the session: a server that is away for a moment does not.
    else if (response.status < 500 && response.status !== 429) dropTokens();
    return readTokens();
  });
}

let replaced = false;

/** A refresh that names another person is of a session that somebody put into this browser: it ends, and so does ours. */
async function keepIfSame(tokens, next) {
  replaced = next.user.id !== tokens.user.id;
  if (!replaced) return keepTokens(next);
  dropTokens();
  await post('/logout', { refresh_token: next.refresh_token }).catch(() => {});
}

/** Who is signed in, or nothing. A refused access token is renewed once. */
async function fetchMe(tokens = readTokens(), mayRefresh = true) {
  if (!tokens) return undefined;
  const response = await fetch(`${api}/me`, { headers: { Authorization: `Bearer ${tokens.access_token}` } });
  if (response.status === 401 && mayRefresh) return fetchMe(await refresh(tokens), false);
  return response.ok ? response.json() : undefined;
}

// ---- The state: made here, kept here, compared here

function makeState() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const state = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem('state', state);
  return state;
}

/** Whether this page asked for what came back. A state counts once. */
function takeState(state) {
  const mine = sessionStorage.getItem('state');
  sessionStorage.removeItem('state');
  return mine !== null && mine === state;
}

// ---- First variant: leave for the provider's page, come back by the service's callback

function signInByRedirect() {
  location.assign(`${api}/idp/web/login?state=${makeState()}`);
}

// ---- Second variant: the QR code in this page

let waiting;

async function signInEmbedded() {
  stopWaiting();
  const response = await fetch(`${api}/idp/web/login?state=${makeState()}`, {
    headers: { Accept: 'application/json' },
  });
  if (!response.ok) return say(await wordsOf(response));
  const { script_url, appid, scope, redirect_uri, state, expires_in } = await response.json();
  await loadScript(script_url);
  new window.WxLogin({
    id: 'qr-code',
    appid,
    scope,
    // The script joins its options as they come.
    redirect_uri: encodeURIComponent(redirect_uri),
    state,
    // The iframe goes to redirect_uri, which is this page once more: see `handOver`.
    self_redirect: true,
  });
  say('请扫描二维码');
  waiting = setTimeout(() => {
    stopWaiting();
    say('二维码已过期，请重新开始。');
  }, expires_in * 1000);
}

function stopWaiting() {
  clearTimeout(waiting);
  byId('qr-code').replaceChildren();
}

function loadScript(src) {
  if (window.WxLogin) return undefined;
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    Object.assign(script, { src, onload: resolve, onerror: () => reject(new Error('the login script did not load')) });
    document.head.append(script);
  });
}

/** In the iframe: the page around it gets code and state, and only if it is of this very origin. */
function handOver(query) {
  window.parent.postMessage({ code: query.get('code'), state: query.get('state') }, location.origin);
}

function receive({ origin, source, data }) {
  const frame = byId('qr-code').querySelector('iframe');
  if (origin !== location.origin || !frame || source !== frame.contentWindow) return;
  stopWaiting();
  finish({ code: data?.code, state: data?.state });
}

// ---- The end of both: `proof` is {login_code, state} or {code, state}

async function finish(proof) {
  if (!takeState(proof.state)) return say('这次登录不是从本页开始的，请重新开始。');
  if (!(proof.login_code ?? proof.code) || proof.code === 'authdeny') return say('你拒绝了登录。');
  const response = await post('/idp/web/code', proof);
  if (!response.ok) return say(await wordsOf(response));
  keepTokens(await response.json());
  await show();
}

const words = {
  access_denied: '你拒绝了登录，或该账号不可用。',
  invalid_state: '登录已过期或已完成，请重新开始。',
  invalid_grant: '二维码已失效，请重新开始。',
  rate_limited: '尝试次数过多，请稍后再试。',
  temporarily_unavailable: '登录服务繁忙，请稍后再试。',
};
const wordsFor = (error) => words[error] ?? `登录没有成功（${error}），请重新开始。`;

async function wordsOf(response) {
  const { error = response.status } = await response.json().catch(() => ({}));
  return wordsFor(error);
}

// ---- What is shown

const say = (text) => (byId('message').textContent = text);

async function show() {
  const me = await fetchMe();
  byId('signed-out').hidden = me !== undefined;
  byId('signed-in').hidden = me === undefined;
  if (replaced) say('这个浏览器里的登录变成了另一个账号的。为了安全，已经退出，请重新登录。');
  if (!me) return;
  say('');
  // textContent: a nickname is somebody else's text.
  byId('name').textContent = me.nickname ?? '（没有昵称）';
  byId('picture').hidden = !me.avatar_url;
  if (me.avatar_url) byId('picture').src = me.avatar_url;
  const facts = {
    用户: me.id,
    登录方式: me.channels.join('、'),
    手机: me.phone ?? '—',
    上次登录: new Date(me.last_login_at).toLocaleString('zh-CN'),
  };
  byId('facts').replaceChildren(
    ...Object.entries(facts).flatMap(([name, value]) => [element('dt', name), element('dd', value)]),
  );
}

function element(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}

async function renew() {
  const tokens = readTokens();
  const renewed = tokens && (await refresh(tokens));
  await show();
  if (!replaced) say(renewed ? '令牌已刷新。' : '登录已失效，请重新登录。');
}

async function signOut() {
  const tokens = readTokens();
  dropTokens();
  // The refresh token outlives the other, and so ends the session even of a page that slept for hours.
  const { refresh_token, access_token } = tokens ?? {};
  await post('/logout', { refresh_token }, refresh_token ? undefined : access_token).catch(() => {});
  await show();
  say('已退出登录。');
}

// ---- Where a visit begins

async function start() {
  const query = new URLSearchParams(location.search);
  if (window.parent !== window && query.has('state')) return handOver(query);

  byId('redirect').addEventListener('click', signInByRedirect);
  byId('embed').addEventListener('click', signInEmbedded);
  byId('refresh').addEventListener('click', renew);
  byId('sign-out').addEventListener('click', signOut);
  window.addEventListener('message', receive);

  const outcome = new URLSearchParams(location.hash.slice(1));
  // Out of the address, so that no reload, bookmark or history repeats it.
  history.replaceState(null, '', location.pathname);
  await show();
  const signedIn = byId('signed-out').hidden;
  if (outcome.has('login_code')) return finish({ login_code: outcome.get('login_code'), state: outcome.get('state') });
  if (query.has('state')) return finish({ code: query.get('code'), state: query.get('state') });
  // A callback that came twice is no news to somebody who is signed in.
  if (outcome.has('error') && !signedIn) say(wordsFor(outcome.get('error')));
}

await start();
