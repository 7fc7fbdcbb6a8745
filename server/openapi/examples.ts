// What requests and answers look like, for the API's description: made up, of the real form. A test sends every request.

/** Bodies and parameters. */
export const requests = {
  code: { code: '0c1Dm4Ga1XKzaL0xyz2w3Fgh4k1Dm4Gz', state: '8d4b1f0c2e6a4a7d9f3b5c7e' },
  callback: { code: '061Xb6000qLm2R1zYk300Sf5tD2Xb60p', state: '8d4b1f0c2e6a4a7d9f3b5c7e' },
  login_code: { login_code: 'qk3XmZ0vJ7nYt2BfR8sLw5uCe1HdPa9oTi4gKx6yQz0', state: '8d4b1f0c2e6a4a7d9f3b5c7e' },
  mini: { code: '0b1Rk2000mX7bQ1pVt300Zy1uC4Rk20a' },
  refresh: { refresh_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InJ0K2p3dCIsImtpZCI6Im5pRmx2eVl6ZFlLeCJ9.e30.c2lnbmF0dXJl' },
  sessions: { limit: 50, cursor: 'MTc5NTE2MTYwMDAwMC4yZjFkMGM5Yi04YTdlLTRmNmQtOWM1Yi00YTNmMmUxZDBjOWI' },
  profile: { nickname: '晓雨', avatar_url: 'https://example.com/pictures/7.jpg' },
  phone_code: { code: 'e31968a7f94cc5ee25fafc2aef2773f0bb8c3937b22520eb8ee345274d00c144' },
  // By the session_key of the provider's published sample, for the mini-program `wx-mini`.
  phone_data: {
    encrypted_data:
      'xT8p8W6jIVdEWQ+ccHuD2RKpxun6wbxPs0uQ/90MB7M6UW1XW+6iKowVv5oVj1nMr3gamxwMSNjyfYjd/TYDEfdMPrPAbvz5BY7On1lbSHM71nAUNhpvS6CbAA7iF2FQ6WAUHTG41hF2vdu3cfHKE95dUxm9TC8sVSYLJn6Bu/bIjGggD5jqSxuJl4HeKdiR',
    iv: 'r7BXXKkLb8qrSNn05n0qiA==',
  },
} as const;

const shownUser = { id: '7f9c2ba4-e88f-427d-b1c3-9e2f5a6d8c01', nickname: '晓雨', avatar_url: null };
/** Answers by the name of their schema. */
export const answers: Readonly<Record<string, unknown>> = {
  Tokens: {
    access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IkpfeXVxZHB4NTBkMCJ9.e30.c2lnbmF0dXJl',
    token_type: 'Bearer',
    expires_in: 7200,
    ...requests.refresh,
    refresh_expires_in: 2592000,
    user: { ...shownUser, created: false },
  },
  EmbeddedLogin: {
    authorize_url:
      'https://open.weixin.qq.com/connect/qrconnect?appid=wx0123456789abcdef&redirect_uri=https%3A%2F%2Flogin.example.com%2Flogin%2F&response_type=code&scope=snsapi_login&state=8d4b1f0c2e6a4a7d9f3b5c7e#idp_redirect',
    script_url: 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js',
    appid: 'wx0123456789abcdef',
    scope: 'snsapi_login',
    redirect_uri: 'https://login.example.com/login/',
    state: requests.code.state,
    expires_in: 300,
  },
  Me: {
    ...shownUser,
    phone: '+86120******01',
    channels: ['web', 'mini'],
    created_at: '2026-11-01T08:00:00.000Z',
    last_login_at: '2026-11-20T08:00:00.000Z',
    last_login_src: 'web',
  },
  Sessions: {
    next_cursor: requests.sessions.cursor,
    sessions: [
      {
        id: '2f1d0c9b-8a7e-4f6d-9c5b-4a3f2e1d0c9b',
        channel: 'web',
        user_agent:
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
        created_at: '2026-11-20T08:00:00.000Z',
        last_used_at: '2026-11-20T09:30:00.000Z',
        expires_at: '2027-02-18T08:00:00.000Z',
        current: true,
      },
    ],
  },
  Phone: { phone: '+8612000000001' },
};
