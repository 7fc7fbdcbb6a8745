// The maximum lengths of texts from outside.

/** The lengths are in code points, as the tables count them. */
export const maxLengths = { identifier: 64, nickname: 64, avatarUrl: 512, userAgent: 256 } as const;
