// Types that the folders of the login backend share. None but main knows the inside of another.

/** A sentence for an operator or a page, in both languages. */
export type Words = { readonly en: string; readonly zh: string };

/** The two ways in. Each has an application of its own at the provider, and so an openid of its own. */
export const channels = ['web', 'mini'] as const;
export type Channel = (typeof channels)[number];

/** Characters (code points) that the tables hold of a text from outside. */
export const longest = { identifier: 64, nickname: 64, avatarUrl: 512, userAgent: 256 } as const;

/** Tells the time; passed in, so that tests can move it. */
export type Clock = () => Date;

/** The provider's identifiers of a person: checked for form, 1 to 64 characters each. An empty unionid is absent. */
export type Identity = { readonly channel: Channel; readonly openid: string; readonly unionid?: string | undefined };

export type UserStatus = 'active' | 'disabled' | 'deleted';

/** A row of `users`. NULL is null, never ''. A merged row holds no identifier, and `mergedInto` points on. */
export type User = {
  readonly id: string;
  readonly unionid: string | null;
  readonly webOpenid: string | null;
  readonly miniOpenid: string | null;
  readonly nickname: string | null;
  readonly avatarUrl: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly status: UserStatus;
  readonly mergedInto: string | null;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
  readonly lastLoginSrc: Channel | null;
};

export type UserPatch = Partial<Omit<User, 'id' | 'createdAt'>>;

/** A row of `sessions`: one sign-in on one device. Its tokens are computed from it and stored nowhere. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly channel: Channel;
  /** How often it was refreshed; the pair of a generation is always the same pair. */
  readonly generation: number;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  /** When this generation began: the `iat` of its tokens, in whole seconds. */
  readonly rotatedAt: Date;
  readonly lastUsedAt: Date;
  /** The end that SESSION_MAX_AGE sets. */
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
};

/** A session and its user's row at one moment: by these a signed-in request is admitted. */
export type AuthenticatedSession = {
  readonly session: Pick<Session, 'id' | 'userId' | 'expiresAt' | 'revokedAt'>;
  readonly user: User;
};

/** A token answer is made of these: every further column would cost each login and refresh. */
export type IssuedSession = {
  readonly session: Pick<Session, 'id' | 'channel' | 'generation' | 'rotatedAt'>;
  readonly user: Pick<User, 'id' | 'nickname' | 'avatarUrl'>;
};

export const identifierKinds = ['unionid', 'web_openid', 'mini_openid'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

export const auditEvents = [
  'signed_in',
  'user_created',
  'unionid_filled',
  'openid_attached',
  'openid_replaced',
  'users_merged',
  'unionid_mismatch',
  'identity_conflict',
  'login_refused',
  'refresh_refused',
  'session_reused',
  'session_revoked',
  'sessions_revoked',
  'profile_changed',
  'phone_changed',
  'user_disabled',
  'user_enabled',
  'user_deleted',
] as const;
export type AuditEvent = (typeof auditEvents)[number];

/** What the audit trail keeps of a request. */
export type Trace = {
  readonly requestId?: string | undefined;
  /** The kind of program, such as `WeChat on Android`. */
  readonly agent?: string | undefined;
  /** The network around its address, where AUDIT_ADDRESS says so. */
  readonly network?: string | undefined;
};

/** An event of one user. `details` never holds an identifier, a name or a secret: ids and words of ours only. */
export type AuditRecord = Trace & {
  readonly at: Date;
  readonly event: AuditEvent;
  readonly userId: string | null;
  readonly sessionId?: string | undefined;
  readonly channel?: Channel | undefined;
  readonly details?: Readonly<Record<string, string | number | boolean>> | undefined;
};

/** `turn` orders the records of a moment. */
export type KeptRecord = AuditRecord & { readonly turn: number };

export type UserStore = {
  /**
   * Holds the typed identifiers of an identity until the transaction ends, in one order for everybody, so that
   * two logins of one person wait for each other and never deadlock. Only inside a transaction.
   */
  lock(identity: Identity): Promise<void>;
  /** The live rows with this unionid and with this channel's openid, locked for update. May be one and the same row. */
  findByIdentity(identity: Identity): Promise<{ readonly byUnionid?: User; readonly byOpenid?: User }>;
  /** A row as it stands, whatever its status. */
  get(id: string): Promise<User | undefined>;
  /** The row that a row was merged into, or the row itself. */
  resolve(id: string): Promise<User | undefined>;
  /** Finds the row and locks it for update: no merge takes it away before the transaction ends. Only inside one. */
  hold(id: string): Promise<User | undefined>;
  insert(user: User): Promise<void>;
  update(id: string, patch: UserPatch): Promise<void>;
  /** Keeps an identifier that its user has no more. It finds nobody. */
  addPastIdentifier(past: {
    readonly userId: string;
    readonly kind: IdentifierKind;
    readonly value: string;
    readonly at: Date;
  }): Promise<void>;
  /** What kinds of past identifiers a user has. */
  listPastKinds(userId: string): Promise<readonly IdentifierKind[]>;
  /** Removes the past identifiers of a user who leaves, and returns them. */
  removePastIdentifiers(userId: string): Promise<readonly { readonly kind: IdentifierKind; readonly value: string }[]>;
  /** Gives a merged user's past identifiers to the survivor. */
  movePastIdentifiers(move: { readonly from: string; readonly to: string }): Promise<void>;
  /**
   * Development: the stand-in's pictures stand at another port now. `path` is theirs below any port of this machine, and
   * holds no sign of a pattern.
   */
  movePictures(move: { readonly origin: string; readonly path: string }): Promise<void>;
  /** Users that any of the given words names: an id, an identifier, a phone number. For the operator. */
  search(word: string): Promise<readonly User[]>;
};

export type SessionPage = {
  readonly userId: string;
  readonly limit: number;
  readonly after?: Pick<Session, 'createdAt' | 'id'> | undefined;
};

export type SessionStore = {
  insert(session: Session): Promise<void>;
  /**
   * Inserts a session for the active user who is known by exactly these identifiers, keeps the login in the user's row and
   * `signed_in` in the audit trail: one statement. Returns undefined and writes nothing if there is no such user, or
   * if the statement arrives so late that nobody waits for its answer: `createdAt` is the database's time at the call.
   */
  insertFor(identity: Identity, session: Omit<Session, 'userId'>, trace: Trace): Promise<IssuedSession | undefined>;
  get(id: string): Promise<Session | undefined>;
  /** With the row that it names: of a user who was merged that is not the survivor's. */
  getLive(id: string): Promise<AuthenticatedSession | undefined>;
  /**
   * Locked for update, with the time at which a generation was succeeded: undefined where that is longer ago than the
   * grace of the last `advance`. Only inside a transaction.
   */
  hold(
    id: string,
    generation: number,
  ): Promise<{ readonly session: Session; readonly succeededAt: Date | undefined } | undefined>;
  /**
   * Begins the next generation where id, user and generation match, the session is open and its user active and not
   * merged: one statement, so that of any number of refreshes at once exactly one gets a session back. It remembers the
   * times of earlier advances for `graceMs`.
   */
  advance(step: {
    readonly id: string;
    readonly userId: string;
    readonly generation: number;
    readonly now: Date;
    readonly graceMs: number;
  }): Promise<IssuedSession | undefined>;
  /** True when this call ended it. */
  revoke(end: { readonly id: string; readonly now: Date }): Promise<boolean>;
  /** How many this call ended. */
  revokeAll(end: { readonly userId: string; readonly now: Date }): Promise<number>;
  /**
   * At most `limit` sessions that are not revoked, not expired and were refreshed after `refreshedAfter`; the newest
   * first, from behind the one that `after` names.
   */
  listOpen(query: SessionPage & { readonly now: Date; readonly refreshedAfter: Date }): Promise<readonly Session[]>;
  /** The same of all sessions that are kept. */
  listKept(page: SessionPage): Promise<readonly Session[]>;
  /** Gives the sessions of a merged user to the survivor. */
  move(move: { readonly from: string; readonly to: string }): Promise<void>;
  /** Removes sessions that ended before a moment; returns how many. */
  removeEnded(before: Date): Promise<number>;
  /** Removes all sessions of a user who leaves. */
  removeAll(userId: string): Promise<void>;
};

/** Codes of the provider that this service has taken to send, on all instances: each goes out at most once. */
export type CodeStore = {
  /** True for exactly one caller. `key` is a digest: no code is stored. */
  claim(claim: { readonly key: string; readonly now: Date }): Promise<boolean>;
  /** Gives a code back that verifiably never left. */
  release(key: string): Promise<void>;
  removeClaimed(before: Date): Promise<number>;
};

export type AuditStore = {
  /** Within the transaction of what it tells of. */
  add(record: AuditRecord): Promise<void>;
  /**
   * After what it tells of: the account may be deleted by now, and then the record names nobody. The same `id` is written
   * once, so that a call whose answer was lost can be repeated.
   */
  addLate(record: AuditRecord & { readonly id: string }): Promise<void>;
  /** How often all sessions of a user were ended since a moment: by signing out everywhere, disabling or deletion. */
  countEndings(query: { readonly userId: string; readonly since: Date }): Promise<number>;
  /** At most `limit` records of a user and of those merged into it, the newest first, from behind the one that `after` names. */
  list(query: {
    readonly userId: string;
    readonly limit: number;
    readonly after?: Pick<KeptRecord, 'at' | 'turn'> | undefined;
  }): Promise<readonly KeptRecord[]>;
  /**
   * What is left of a deleted user, or of those deleted since a moment: changes of the account, under its id. Sign-ins and
   * refusals are nobody's from then on, without session, program and network.
   */
  forget(of: { readonly userId: string } | { readonly deletedSince: Date }): Promise<void>;
  removeBefore(before: Date): Promise<number>;
};

/** Everything that lives in SQL. */
export type Stores = {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly codes: CodeStore;
  readonly audit: AuditStore;
};

export type Database = Stores & {
  /**
   * Runs `work` in one transaction, with stores that speak through it. A unique violation, a serialization failure or
   * a deadlock runs it again from the start, so `work` must have no effect outside. Throws `store_unavailable` when
   * the database cannot be reached.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, of which every statement and commit begins early enough to be answered by `deadline`, a time of
   * `performance.now()`. What would begin later throws `store_unavailable` instead, and writes nothing.
   */
  endBy<T>(deadline: number, work: () => Promise<T>): Promise<T>;
  /** Throws `store_unavailable` when it does not answer. */
  ping(): Promise<void>;
  /** The database server's time: the one clock that all instances share. */
  readTime(): Promise<Date>;
  /** Connections in use, free and waited for. */
  pool(): { readonly used: number; readonly free: number; readonly waiting: number };
  /**
   * Applies the migrations that are missing, or takes `back` the last one, under a lock that all instances share; returns
   * their names. `onWait` hears that somebody else holds the lock.
   */
  migrate(how?: { readonly back?: boolean; readonly onWait?: () => void }): Promise<readonly string[]>;
  /** Throws when migrations are missing, with the remedy. */
  checkMigrated(): Promise<void>;
  close(): Promise<void>;
};

/** Values that are taken once: on memory and Redis exactly one of any number of takers gets it. */
export type OneTimeStore<T> = {
  put(key: string, value: T): Promise<void>;
  take(key: string): Promise<T | undefined>;
  /** Whether a value of this key was put or taken within 15 minutes. */
  recognizes(key: string): Promise<boolean>;
};

/** A stored `state` remembers whose browser began the login. */
export type StateRecord = { /** Digest of the flow cookie. */ readonly flow: string };

/** A login code stands for this until the page redeems it: no token is stored. */
export type LoginCodeRecord = {
  readonly userId: string;
  readonly created: boolean;
  /** Digest of the state. */
  readonly state: string;
  readonly confirmed: Confirmation;
};

/**
 * An account at the moment in which a login was confirmed: its endings since a while before, in milliseconds. Counted and
 * not compared by time, because clocks of instances differ. Absent in what an older version wrote.
 */
export type Confirmation = { readonly since: number; readonly endings: number } | undefined;

/** `session_key`s of mini-program users: encrypted, 30 minutes, the newest login's wins. `openid` is stored as a digest. */
export type SessionKeyStore = {
  put(openid: string, sessionKey: string): Promise<void>;
  get(openid: string): Promise<string | undefined>;
  remove(openid: string): Promise<void>;
};

/**
 * Limits count logins of an address, those that fail, those of an IPv6 network that fail, bad mini-program codes of
 * all, logins of an openid, refreshes of a session, signed-in calls of a user, those among them that ask the provider, and
 * introspections of a service.
 */
export const limitKinds = [
  'address',
  'failure',
  'network',
  'code',
  'user',
  'session',
  'account',
  'phone',
  'service',
] as const;
export type LimitKind = (typeof limitKinds)[number];

/** How many in a minute, or an hour; 0: no limit. */
export type LimitSettings = Readonly<
  Record<
    | 'addressPerMinute'
    | 'addressFailuresPerMinute'
    | 'userPerHour'
    | 'refreshPerMinute'
    | 'accountPerMinute'
    | 'phonePerMinute'
    | 'servicePerMinute',
    number
  >
>;

/** Counters that all instances share. */
export type Limits = {
  /**
   * Counts one. Throws `rate_limited_*` with the seconds to wait where it is one too many, but not for an address from
   * which somebody signed in within a day: of what strangers share, it is given.
   */
  hit(kind: LimitKind, key: string, address?: string): Promise<void>;
  /** Throws as `hit` does where nothing is left, and counts nothing. */
  check(kind: LimitKind, key: string, address?: string): Promise<void>;
  /** Takes back one that was counted. */
  giveBack(kind: LimitKind, key: string): Promise<void>;
  /** Somebody signed in from an address. */
  remember(address: string): Promise<void>;
};

/** The provider's profile of a person; untrusted text, cleaned of control characters and cut to our columns. */
export type Profile = { readonly nickname?: string | undefined; readonly avatarUrl?: string | undefined };

/**
 * The provider's calls. Every failure is a Problem without a word of the provider's; a code
 * that never left comes back as a Problem with `unsent`. `accessToken` and `sessionKey` are '' where none was given.
 */
export type Provider = {
  exchangeWebCode(code: string): Promise<Identity & { readonly accessToken: string }>;
  exchangeMiniCode(code: string): Promise<Identity & { readonly sessionKey: string }>;
  /** Best effort: an empty profile when anything goes wrong. */
  fetchProfile(credential: { readonly accessToken: string; readonly openid: string }): Promise<Profile>;
  /** The phone number behind a mini-program's code, E.164. */
  fetchPhone(code: string): Promise<string>;
};

/** The provider's endpoints that are called. */
export const providerCalls = ['web_code', 'mini_code', 'profile', 'global_token', 'phone'] as const;
export type ProviderCall = (typeof providerCalls)[number];

/** Calls that one circuit guards. Phone numbers include the token that they need. */
export const circuitCalls = ['logins', 'phone_numbers'] as const;
export type CircuitCalls = (typeof circuitCalls)[number];

/** The operator's metrics count these events. No event carries an identifier. */
export type MetricEvent =
  | { readonly kind: 'login'; readonly channel: Channel; readonly result: string }
  | { readonly kind: 'refresh'; readonly result: string }
  | { readonly kind: 'provider'; readonly call: ProviderCall; readonly result: string; readonly seconds: number }
  | { readonly kind: 'circuit'; readonly calls: CircuitCalls; readonly state: 'open' | 'half-open' | 'closed' }
  | { readonly kind: 'identity'; readonly event: AuditEvent }
  | { readonly kind: 'limited'; readonly limit: LimitKind }
  | { readonly kind: 'unaudited'; readonly event: AuditEvent };

export type Observe = (event: MetricEvent) => void;

/** A pair of JWTs; lifetimes in seconds. */
export type TokenPair = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly refreshExpiresIn: number;
};

export type Tokens = {
  /** The pair of a session's generation: the same session gives the same bytes. */
  issue(grant: { readonly session: IssuedSession['session']; readonly userId: string }): TokenPair;
  /** Throws `access_token_invalid`, `access_token_expired`. */
  verifyAccess(token: string): { readonly userId: string; readonly sessionId: string };
  /** Throws `refresh_token_invalid`, `refresh_token_expired`. */
  verifyRefresh(token: string): {
    readonly userId: string;
    readonly sessionId: string;
    readonly generation: number;
  };
};

/** Who came in by a login, and whether this login made the row: the `created` of the token answer. */
export type ResolvedUser = { readonly user: User; readonly created: boolean };

/** The result of a login or a refresh. */
export type SignedIn = IssuedSession & { readonly pair: TokenPair };
