// The services that the steps of endpoints receive.
import type { Config } from '../login-config.ts';
import type { Metrics } from '../process/metric-registry.ts';
import type { Account } from '../services/account-service.ts';
import type { Login } from '../services/sign-in-service.ts';
import type { Phone } from '../services/phone-service.ts';
import type { Sessions } from '../services/session-service.ts';
import type { Trail } from '../services/audit-trail.ts';
import type { Observe } from '../ports/metric-events.ts';
import type { Limits } from '../ports/rate-limits.ts';
import type { Cookies } from './login-cookies.ts';

export type Parts = {
  readonly config: Pick<
    Config,
    'web' | 'idp' | 'loginReturnUrl' | 'corsOrigins' | 'stateBinding' | 'refreshCookie' | 'auditAddress' | 'services'
  >;
  readonly login: Login;
  readonly sessions: Sessions;
  readonly account: Account;
  readonly phone: Phone;
  readonly trail: Trail;
  readonly limits: Limits;
  readonly cookies: Cookies;
  readonly observe: Observe;
  readonly metrics: Pick<Metrics, 'read'>;
  /** Lists optional stores that are unreachable. Throws `store_unavailable` if the database is unreachable. */
  readonly checkStores: () => Promise<readonly string[]>;
  readonly stopping: () => boolean;
  /** The OpenAPI document. */
  readonly description: object;
};
