// The result of a login without a site to return to: who signed in, and what a front end receives.
import type { Words } from '../../bilingual-text.ts';
import { html } from '../page-markup.ts';
import type { Markup } from '../page-markup.ts';

const words = {
  zh: {
    signedIn: '已登录',
    receives: '前端收到的内容如下。access_token 放进 Authorization 请求头，refresh_token 用来换取新的令牌。',
    failed: '没有登录',
    user_denied: '你拒绝了这次登录。',
    state_unknown: '这次登录已经结束，或不是在这个浏览器里开始的。',
    other: '服务返回：',
    again: '再登录一次',
    api: '接口说明',
    guide: '在自己的页面里登录，见 server/INTEGRATE.zh-CN.md；站点设置 auth 后，登录在它的 /login/ 结束。',
  },
  en: {
    signedIn: 'Signed in',
    receives:
      'This is what a front end receives. Send access_token in the Authorization header; refresh_token gets new tokens.',
    failed: 'Not signed in',
    user_denied: 'You declined this login.',
    state_unknown: 'This login has ended, or was not started in this browser.',
    other: 'The service answered:',
    again: 'Sign in again',
    api: 'The API',
    guide: 'To sign in from your own pages, see server/INTEGRATE.md. On a site with auth, logins end at /login/.',
  },
} as const;

/** Filled in by client/outcome.js. `data-code` is the problem that a sentence explains. */
export function outcomeTemplates(language: keyof Words): Markup {
  const {
    signedIn,
    receives,
    failed,
    user_denied: denied,
    state_unknown: over,
    other: otherProblem,
    again,
    api,
    guide,
  } = words[language];
  const ways = html`<p class="buttons"><a class="main" href="/">${again}</a> <a href="/openapi.json">${api}</a></p>
<p class="info">${guide}</p>`;
  return html`<template id="signed-in">
<h1>${signedIn}</h1>
<p class="person"><img width="66" height="66" alt="" hidden> <strong></strong></p>
<p class="info">${receives}</p>
<pre></pre>
${ways}
</template>
<template id="failed">
<h1>${failed}</h1>
<p data-code="user_denied" hidden>${denied}</p>
<p data-code="state_unknown" hidden>${over}</p>
<p data-code="other" hidden>${otherProblem}</p>
<pre hidden></pre>
${ways}
</template>`;
}
