// The maximum lengths of texts from outside.

/** In code points, as the tables store them. */
export const maxLengths = { identifier: 64, nickname: 64, avatarUrl: 512, userAgent: 256 } as const;
