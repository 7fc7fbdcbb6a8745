// The control page: who can sign in, what is bound, which bad days are rehearsed, and how programs say the same.
import { html } from '../markup.ts';
import type { Apps } from '../apps.ts';
import { calls, kinds, kindsOf } from '../faults.ts';
import type { Call, Fault, FaultKind } from '../faults.ts';
import { people, phoneNumberOf } from '../people.ts';
import { documentOf } from './document.ts';
import type { Markup } from '../markup.ts';
import type { Layout } from './document.ts';

export type ControlPage = { readonly apps: ReturnType<Apps['list']>; readonly faults: readonly Fault[] };

export function controlPage(layout: Layout, { apps, faults }: ControlPage): string {
  return documentOf(layout, {
    title: '微信替身控制台',
    look: 'control',
    script: `${layout.path}/client/control.js`,
    main: html`<main data-path="${layout.path}">
<h1>微信替身控制台</h1>
<p class="note">仅供本机开发：不连接微信，人物和号码均为虚构，重启后一切恢复默认。<a href="/login/">打开登录示例</a></p>
<p class="status" role="status"></p>
${showPeople(layout)}
${showApps(apps)}
${showFaults(faults)}
${showMini()}
${showInterface(layout)}
</main>`,
  });
}

function showPeople({ path }: Layout): Markup {
  return html`<h2>人物</h2>
<div class="wide"><table>
<tr><th>姓名</th><th>代号</th><th>昵称（不可信文本）</th><th>手机</th></tr>
${people.map(
  ({ id, name, nickname, hue, ...person }) => html`<tr>
<td class="name">${hue === undefined ? '' : html`<img src="${path}/people/${id}.svg" alt="">`}${name}</td>
<td><code>${id}</code></td><td>${nickname}</td><td>${phoneNumberOf({ id, name, nickname, ...person })}</td>
</tr>`,
)}
</table></div>`;
}

function showApps({ web, mini }: ControlPage['apps']): Markup {
  const row = (
    channel: string,
    { title, bound }: { title: string; bound: boolean },
  ): Markup => html`<label class="switch">
<input type="checkbox" name="bound" value="${channel}" ${bound ? 'checked' : ''}> ${title}</label>`;
  return html`<h2>绑定开放平台账号</h2>
<p class="note">绑定后才返回 unionid；可随时改变，演练先登录、后绑定。</p>
<div class="buttons">
${row('web', { title: `网站应用 ${web.appid}`, bound: web.bound })}
${row('mini', { title: `小程序 ${mini.appid}`, bound: mini.bound })}
</div>`;
}

function showFaults(faults: readonly Fault[]): Markup {
  return html`<h2>故障与怪癖</h2>
<ul class="on">
${faults.map(
  (fault) => html`<li><span>${calls[fault.call]}：${describeFault(fault)}</span>
<button type="button" name="switch-off" value="${fault.id}">关闭</button></li>`,
)}
</ul>
<div class="fields" id="fault">
<label>接口 <select name="call">${(Object.keys(calls) as Call[]).map(
    (call) => html`<option value="${call}" data-kinds="${kindsOf(call).join(' ')}">${calls[call]}</option>`,
  )}</select></label>
<label>表现 <select name="kind">${(Object.keys(kinds) as FaultKind[]).map(
    (kind) => html`<option value="${kind}" data-parameter="${parameterOf(kind)}">${kinds[kind].says}</option>`,
  )}</select></label>
<label hidden>errcode <input type="number" name="errcode" value="40029"></label>
<label hidden>毫秒 <input type="number" name="ms" min="1" max="60000" value="500"></label>
<label>次数（留空：直到关闭） <input type="number" name="times" min="1" max="1000" value="1"></label>
<button type="button" id="switch-on" class="main">启用</button>
<button type="button" id="reset">全部恢复默认</button>
</div>
<p class="note">除 errcode 外，请求都已被处理：code 已经消耗，只是应答出了问题。</p>`;
}

function parameterOf(kind: FaultKind): string {
  const row = kinds[kind];
  return 'parameter' in row ? row.parameter.name : '';
}

function describeFault({ kind, times, errcode, ms }: Fault): string {
  const parameter = errcode ?? ms;
  return [
    kinds[kind].says,
    ...(parameter === undefined ? [] : [`（${parameter}）`]),
    times === null ? '，直到关闭' : `，还有 ${times} 次`,
  ].join('');
}

function showMini(): Markup {
  return html`<h2>小程序</h2>
<p class="note">没有手机也能得到小程序运行时给的 code；手机号密文用此人最近一次登录的 session_key 加密。</p>
<div class="fields" id="mini">
<label>身份 <select name="person">${people.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></label>
<button type="button" value="login">wx.login</button>
<button type="button" value="phone">getPhoneNumber</button>
</div>
<output></output>`;
}

function showInterface({ origin, path }: Layout): Markup {
  const base = `${origin}${path}`;
  const rows = [
    ['GET /control', '当前状态：应用、故障、每个接口可用的表现、人物'],
    ['PUT /control', '{apps?, faults?}：整体替换，没写的恢复默认'],
    ['PATCH /control', '{apps?, faults?}：改变写到的应用，追加故障'],
    ['DELETE /control', '全部恢复默认'],
    ['DELETE /control/faults/ID', '关闭一个故障'],
    ['POST /web/login', '{person, state?, redirect_uri?, allow?}：不经二维码得到 {code, locations}'],
    ['POST /mini/login', '{person}：得到 {code}'],
    ['POST /mini/phone', '{person}：得到 {code} 和 {encryptedData, iv}'],
  ] as const;
  return html`<h2>HTTP 接口</h2>
<p>地址以 <code>${base}</code> 开头，正文为 JSON；错误为 <code>{error, message, allowed?}</code>。</p>
<div class="wide"><table>
${rows.map(([request, words]) => html`<tr><td class="name"><code>${request}</code></td><td>${words}</td></tr>`)}
</table></div>
<pre>curl -X PATCH ${base}/control -d '{"faults": [{"call": "web_code", "kind": "errcode", "errcode": 40029, "times": 2}]}'
curl -X PATCH ${base}/control -d '{"apps": {"mini": {"bound": false}}}'
curl -X POST ${base}/mini/login -d '{"person": "lin"}'</pre>
<p>故障：<code>{call, kind, times?, errcode?, ms?}</code>。同一接口的同类故障按顺序逐个生效，不同类的同时生效；不写 times 则直到关闭。</p>
<div class="wide"><table>
<tr><th>kind</th><th>表现</th><th>call</th></tr>
${(Object.keys(kinds) as FaultKind[]).map(
  (kind) => html`<tr><td class="name"><code>${kind}</code></td><td>${kinds[kind].says}</td>
<td><code>${kinds[kind].calls.join(' ')}</code></td></tr>`,
)}
</table></div>`;
}
