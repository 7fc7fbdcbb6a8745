// The longest texts from outside that the tables hold.

/** Characters (code points) that the tables hold of a text from outside. */
export const maxLengths = { identifier: 64, nickname: 64, avatarUrl: 512, userAgent: 256 } as const;
