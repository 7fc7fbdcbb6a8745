// Users, and the store that keeps them.
import type { Channel, Identity } from './identity-provider.ts';

export type UserStatus = 'active' | 'disabled' | 'deleted';

/**
 * A row of `users`. Absent values are null, never ''. Merging removes the identifiers of a row and sets its
 * `mergedInto`.
 */
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
   * Locks the identifiers of an identity until the transaction ends, always in the same order, so that two logins of
   * one person wait for each other and cannot deadlock. Only inside a transaction.
   */
  lock(identity: Identity): Promise<void>;
  /** The rows with this unionid and with this channel's openid, locked for update. Both may be the same row. */
  findByIdentity(identity: Identity): Promise<{ readonly byUnionid?: User; readonly byOpenid?: User }>;
  /** A row with any status, even if merged. */
  get(id: string): Promise<User | undefined>;
  /** The row that this user was merged into, or the row itself. */
  resolve(id: string): Promise<User | undefined>;
  /**
   * Resolves the row and locks it for update, so that it is not merged before the transaction ends. Only inside a
   * transaction.
   */
  hold(id: string): Promise<User | undefined>;
  insert(user: User): Promise<void>;
  update(id: string, patch: UserPatch): Promise<void>;
  /** Stores a previous identifier of a user. It is not used to find the user. */
  addPastIdentifier(past: {
    readonly userId: string;
    readonly kind: IdentifierKind;
    readonly value: string;
    readonly at: Date;
  }): Promise<void>;
  /** The kinds of a user's previous identifiers. */
  listPastKinds(userId: string): Promise<readonly IdentifierKind[]>;
  /** Removes the previous identifiers of a deleted user, and returns them. */
  removePastIdentifiers(userId: string): Promise<readonly { readonly kind: IdentifierKind; readonly value: string }[]>;
  /** Moves the previous identifiers of a merged user to the remaining user. */
  movePastIdentifiers(move: { readonly from: string; readonly to: string }): Promise<void>;
  /**
   * In development: updates the addresses of the stand-in's pictures after the port has changed. `path` is their path,
   * and contains no characters that are special in a pattern.
   */
  movePictures(move: { readonly origin: string; readonly path: string }): Promise<void>;
  /** Users with this id, identifier or phone number. For the operator. */
  search(word: string): Promise<readonly User[]>;
};
