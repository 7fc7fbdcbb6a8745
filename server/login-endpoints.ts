// Every endpoint, in the order of the OpenAPI description. The path names the file: /api/auth/idp/web/code is in
// routes/idp/web/code.ts.
import { loginFromMiniProgram } from './routes/idp/mini/login.ts';
import { addPhone } from './routes/idp/mini/phone.ts';
import { finishWebLogin } from './routes/idp/web/callback.ts';
import { submitWebCode } from './routes/idp/web/code.ts';
import { startWebLogin } from './routes/idp/web/login.ts';
import { healthz } from './routes/healthz.ts';
import { logout } from './routes/logout.ts';
import { logoutAll } from './routes/logout-all.ts';
import { exportMe } from './routes/me/export.ts';
import { introspect } from './routes/introspect.ts';
import { changeMe, changeMeFromMiniProgram, leave, showMe } from './routes/me.ts';
import { metrics } from './routes/metrics.ts';
import { openapi, openapiBelowAuth } from './routes/openapi.json.ts';
import { readyz } from './routes/readyz.ts';
import { refreshTokens } from './routes/refresh.ts';
import { endSession, listSessions } from './routes/sessions.ts';
import type { Endpoint } from './routes/endpoint.ts';

export const endpoints: readonly Endpoint[] = [
  startWebLogin,
  finishWebLogin,
  submitWebCode,
  loginFromMiniProgram,
  refreshTokens,
  showMe,
  changeMe,
  changeMeFromMiniProgram,
  leave,
  exportMe,
  listSessions,
  endSession,
  logout,
  logoutAll,
  addPhone,
  introspect,
  healthz,
  readyz,
  metrics,
  openapi,
  openapiBelowAuth,
];
