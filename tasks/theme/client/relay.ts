// Runs on `/login/` before anything is shown. In the QR code's frame that page is the relay: it hands code and state to
// the page around it, if that is of this very origin, and shows nothing.
{
  const { dataset } = document.documentElement;
  const query = new URLSearchParams(location.search);
  if (window.parent !== window) {
    dataset.framed = '';
    if (query.has('state')) {
      window.parent.postMessage({ code: query.get('code'), state: query.get('state') }, location.origin);
    }
  } else if (query.has('code') || /[#&]login_code=/.test(location.hash)) {
    dataset.arriving = '';
  }
}
