// The stand-in for the provider's script for embedded logins: creates an iframe with the QR code.
/* global document, window */
{
  const authorizeUrl = new URL('../qrconnect', document.currentScript.src).href;

  window.WxLogin = function WxLogin(options) {
    const { id, self_redirect: selfRedirect, onReady } = options;
    const pairs = [
      // Joined without encoding: the caller must have encoded `redirect_uri` once.
      ...['appid', 'scope', 'redirect_uri', 'state'].map((name) => `${name}=${options[name] ?? ''}`),
      'login_type=jssdk',
      // true: only the iframe navigates to redirect_uri; otherwise the whole page does.
      `self_redirect=${typeof selfRedirect === 'boolean' ? selfRedirect : 'default'}`,
      ...['style', 'href', 'stylelite'].filter((name) => options[name]).map((name) => `${name}=${options[name]}`),
    ];
    const frame = document.createElement('iframe');
    frame.src = `${authorizeUrl}?${pairs.join('&')}`;
    frame.title = '微信登录';
    frame.width = '300';
    frame.height = '400';
    frame.setAttribute('frameborder', '0');
    frame.setAttribute('scrolling', 'no');
    frame.setAttribute('sandbox', 'allow-scripts allow-top-navigation allow-same-origin');
    if (typeof onReady === 'function') frame.addEventListener('load', () => onReady(true), { once: true });
    document.getElementById(id).replaceChildren(frame);
  };
}
