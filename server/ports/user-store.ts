// Users, and the store that keeps them.
import type { Channel, Identity } from './identity-provider.ts';

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

export const identifierKinds = ['unionid', 'web_openid', 'mini_openid'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

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
