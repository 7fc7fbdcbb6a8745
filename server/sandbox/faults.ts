// Bad days on demand: which answers go wrong how, for the next so many times or until switched off.
import { RequestError } from './request-error.ts';

/** What can go wrong. The names of calls are those of the provider client's figures. */
export const calls = {
  authorize: '扫码授权页',
  web_code: 'GET /sns/oauth2/access_token',
  mini_code: 'GET /sns/jscode2session',
  profile: 'GET /sns/userinfo',
  global_token: 'POST /cgi-bin/stable_token',
  phone: 'POST /wxa/business/getuserphonenumber',
  phone_data: '小程序手机号（旧方式的密文）',
} as const;
export type Call = keyof typeof calls;

const apiCalls: readonly Call[] = ['web_code', 'mini_code', 'profile', 'global_token', 'phone'];
const grants: readonly Call[] = ['web_code', 'mini_code', 'profile'];

/**
 * A stage is one aspect of an answer. Of the faults of one stage the first alone takes effect, so that a list of them
 * is a sequence of answers; faults of different stages come together.
 */
type Stage =
  | 'delay'
  | 'answer'
  | 'unionid'
  | 'snapshot'
  | 'errcode_zero'
  | 'watermark'
  | 'country_code'
  | 'content_type'
  | 'decision'
  | 'denial'
  | 'callback'
  | 'qr';

type Kind = {
  readonly stage: Stage;
  readonly calls: readonly Call[];
  /** For people. */
  readonly says: string;
  readonly parameter?: Parameter;
};
type Parameter = {
  readonly name: 'errcode' | 'ms';
  readonly least: number;
  readonly most: number;
  readonly usual?: number;
};

const ms = (usual: number): Parameter => ({ name: 'ms', least: 1, most: 60_000, usual });

export const kinds = {
  errcode: {
    stage: 'answer',
    calls: apiCalls,
    says: '返回指定 errcode（HTTP 200，code 不消耗）',
    parameter: { name: 'errcode', least: -1, most: 999_999 },
  },
  http_500: { stage: 'answer', calls: apiCalls, says: 'HTTP 500' },
  html: { stage: 'answer', calls: apiCalls, says: 'HTTP 200 的 HTML 页面' },
  empty: { stage: 'answer', calls: apiCalls, says: 'HTTP 200 空正文' },
  truncated: { stage: 'answer', calls: apiCalls, says: 'JSON 只有前一半' },
  broken_off: { stage: 'answer', calls: apiCalls, says: '正文传到一半连接断开' },
  wrong_types: { stage: 'answer', calls: apiCalls, says: '字段类型错误' },
  silence: { stage: 'answer', calls: apiCalls, says: '不应答（超时）' },
  slow_drip: { stage: 'answer', calls: apiCalls, says: '每隔 ms 毫秒一个字节', parameter: ms(500) },
  reset: { stage: 'answer', calls: apiCalls, says: '连接被重置' },
  huge: { stage: 'answer', calls: apiCalls, says: '8 MiB 的正文' },
  delay: { stage: 'delay', calls: apiCalls, says: '延迟 ms 毫秒', parameter: ms(2000) },
  text_plain: { stage: 'content_type', calls: apiCalls, says: 'Content-Type 为 text/plain' },
  errcode_zero: { stage: 'errcode_zero', calls: apiCalls, says: '成功时也带 errcode: 0' },
  snapshot_user: { stage: 'snapshot', calls: ['web_code', 'mini_code'], says: '快照页用户 is_snapshotuser: 1' },
  unionid_null: { stage: 'unionid', calls: grants, says: 'unionid 为 null' },
  unionid_empty: { stage: 'unionid', calls: grants, says: 'unionid 为空字符串' },
  unionid_absent: { stage: 'unionid', calls: grants, says: '没有 unionid' },
  wrong_watermark: { stage: 'watermark', calls: ['phone', 'phone_data'], says: '水印属于别的小程序' },
  country_code_number: { stage: 'country_code', calls: ['phone', 'phone_data'], says: 'countryCode 为数字' },
  deny: { stage: 'decision', calls: ['authorize'], says: '确认也当作拒绝' },
  authdeny: { stage: 'denial', calls: ['authorize'], says: '拒绝时带 code=authdeny' },
  same_code_twice: { stage: 'callback', calls: ['authorize'], says: '同一个 code 回调两次' },
  two_codes: { stage: 'callback', calls: ['authorize'], says: '同一个 state 带两个 code 回调' },
  expired_qr: { stage: 'qr', calls: ['authorize'], says: '二维码一出现就已过期' },
} as const satisfies Record<string, Kind>;
export type FaultKind = keyof typeof kinds;

/** The kinds of a stage. */
export type KindOf<S extends Stage> = { [K in FaultKind]: (typeof kinds)[K]['stage'] extends S ? K : never }[FaultKind];

export type Fault<K extends FaultKind = FaultKind> = {
  readonly id: string;
  readonly call: Call;
  readonly kind: K;
  /** How many more answers; null: until switched off. */
  readonly times: number | null;
  readonly errcode?: number;
  readonly ms?: number;
};

export type NewFault = Omit<Fault, 'id'>;

export type Faults = {
  list(): readonly Fault[];
  /** Throws a RequestError when there would be too many. */
  add(wishes: readonly NewFault[]): void;
  replace(wishes: readonly NewFault[]): void;
  /** True when there was one. */
  remove(id: string): boolean;
  /** The fault that now takes effect at a stage of a call, and counts it. */
  take<S extends Stage>(call: Call, stage: S): Fault<KindOf<S>> | undefined;
};

const mostFaults = 100;
const mostTimes = 1000;

export function createFaults(): Faults {
  let faults: readonly Fault[] = [];
  let count = 0;

  const put = (present: readonly Fault[], wishes: readonly NewFault[]): void => {
    if (present.length + wishes.length > mostFaults) throw new RequestError(`at most ${mostFaults} faults at a time`);
    faults = [...present, ...wishes.map((wish) => ({ id: String((count += 1)), ...wish }))];
  };

  return {
    list: () => faults,
    add: (wishes) => put(faults, wishes),
    replace: (wishes) => put([], wishes),
    remove(id) {
      const rest = faults.filter((fault) => fault.id !== id);
      const removed = rest.length < faults.length;
      faults = rest;
      return removed;
    },
    take<S extends Stage>(call: Call, stage: S) {
      const fault = faults.find((candidate) => candidate.call === call && kinds[candidate.kind].stage === stage);
      if (!fault) return undefined;
      if (fault.times !== null) {
        const left = { ...fault, times: fault.times - 1 };
        faults = faults.flatMap((other) => (other !== fault ? [other] : left.times > 0 ? [left] : []));
      }
      return fault as Fault<KindOf<S>>;
    },
  };
}

/** Reads a list of faults as the control API names them. Throws a RequestError that names what is allowed. */
export function readFaults(wishes: unknown): readonly NewFault[] {
  if (!Array.isArray(wishes)) throw new RequestError('faults must be a list', { allowed: [example] });
  return wishes.map(readFault);
}

const example = { call: 'web_code', kind: 'errcode', errcode: 40029, times: 1 };

/** A fault as the control API names it: `{call, kind, times?, errcode?, ms?}`. */
function readFault(wish: unknown): NewFault {
  if (typeof wish !== 'object' || wish === null) throw new RequestError('a fault is an object', { allowed: [example] });
  const { call, kind, times = null, ...rest } = wish as Record<string, unknown>;
  if (!isKey(calls, call)) throw new RequestError('call is unknown', { allowed: Object.keys(calls) });
  if (!isKey(kinds, kind) || !kindsOf(call).includes(kind)) {
    throw new RequestError(`kind does not fit the call ${call}`, { allowed: kindsOf(call) });
  }
  if (times !== null && !isBetween(times, { least: 1, most: mostTimes })) {
    throw new RequestError('times is not allowed', { allowed: [`1 to ${mostTimes}`, null] });
  }
  return { call, kind, times, ...readParameter(kind, rest) };
}

function readParameter(kind: FaultKind, given: Readonly<Record<string, unknown>>): { errcode?: number; ms?: number } {
  const { parameter }: Kind = kinds[kind];
  const stranger = Object.keys(given).find((name) => name !== parameter?.name);
  if (stranger !== undefined) {
    const allowed = ['call', 'kind', 'times', ...(parameter ? [parameter.name] : [])];
    throw new RequestError(`${kind} has no such member`, { allowed });
  }
  if (!parameter) return {};
  const { name, usual } = parameter;
  const value = given[name] ?? usual;
  // 0 is no error.
  if (!isBetween(value, parameter) || value === 0) {
    throw new RequestError(`${name} is not allowed`, { allowed: [`${parameter.least} to ${parameter.most}, not 0`] });
  }
  return { [name]: value };
}

export function kindsOf(call: Call): readonly FaultKind[] {
  return (Object.keys(kinds) as FaultKind[]).filter((kind) => (kinds[kind].calls as readonly Call[]).includes(call));
}

function isKey<T extends object>(table: T, key: unknown): key is keyof T {
  return typeof key === 'string' && Object.hasOwn(table, key);
}

function isBetween(value: unknown, { least, most }: { least: number; most: number }): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
