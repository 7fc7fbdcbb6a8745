// The provider's embedded login as the stand-in plays it: an iframe with the QR code, and nothing that hands over a code.
/* global document, window */
{
  const authorizeUrl = new URL('../qrconnect', document.currentScript.src).href;

  window.WxLogin = function WxLogin(options) {
    const { id, self_redirect: selfRedirect, onReady } = options;
    const pairs = [
      // Joined as they come: `redirect_uri` must have been encoded, once.
      ...['appid', 'scope', 'redirect_uri', 'state'].map((name) => `${name}=${options[name] ?? ''}`),
      'login_type=jssdk',
      // true: the iframe goes to redirect_uri; otherwise the page as a whole does.
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
