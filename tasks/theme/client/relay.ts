// Runs on `/login/` before anything is shown. In the QR code's frame, that page is only a relay: it shows nothing, and
// passes code and state to the page around it, if that page has the same origin.
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
