// The development sign-in page: both web variants on one page, an example for those who build their own.
import { html } from '../markup.ts';
import { documentOf } from './document.ts';
import type { Layout } from './document.ts';

export function loginPage(layout: Layout): string {
  return documentOf(layout, {
    title: '登录示例',
    look: 'login',
    script: '/login/login.js',
    main: html`<main>
<h1>登录示例</h1>
<p class="note">开发环境页面：身份由<a href="${layout.path}/">微信替身</a>提供。代码见 <a href="/login/login.js">login.js</a>。</p>
<p id="message" role="status"></p>

<section id="signed-out" hidden>
<div class="buttons">
<button type="button" id="redirect" class="main">跳转到微信扫码</button>
<button type="button" id="embed">在本页显示二维码</button>
</div>
<div id="qr-code"></div>
</section>

<section id="signed-in" hidden>
<div class="person">
<img id="picture" alt="" width="64" height="64" hidden>
<p id="name"></p>
</div>
<dl id="facts"></dl>
<div class="buttons">
<button type="button" id="refresh">刷新令牌</button>
<button type="button" id="sign-out">退出登录</button>
</div>
</section>
<noscript><p>本页需要 JavaScript。</p></noscript>
</main>`,
  });
}
