/** First bytes of Smile tokens in the position of a value (format version 0). */
export const valueToken = {
  sharedShort: 0x00,
  empty: 0x20,
  null: 0x21,
  false: 0x22,
  true: 0x23,
  int32: 0x24,
  int64: 0x25,
  bigInteger: 0x26,
  float32: 0x28,
  float64: 0x29,
  tinyAscii: 0x40,
  smallAscii: 0x60,
  tinyUnicode: 0x80,
  smallUnicode: 0xa0,
  smallInt: 0xc0,
  longAscii: 0xe0,
  longUnicode: 0xe4,
  sharedLong: 0xec,
  endOfString: 0xfc,
  startArray: 0xf8,
  endArray: 0xf9,
  startObject: 0xfa,
  endObject: 0xfb,
  endOfContent: 0xff,
} as const;

/** First bytes of Smile tokens in the position of a member's name. */
export const nameToken = {
  empty: 0x20,
  sharedLong: 0x30,
  long: 0x34,
  sharedShort: 0x40,
  ascii: 0x80,
  unicode: 0xc0,
} as const;

/** The bytes before every document; the flags are in the fourth byte. */
export const smileHeader = [0x3a, 0x29, 0x0a] as const;

/** Bits of the flags in the header. */
export const smileFlag = { sharedNames: 0x01, sharedValues: 0x02 } as const;

/** Number of names (or values) that can be referred to by index; the next one clears the table. */
export const maxShared = 1024;

/** The longest name with characters beyond ASCII whose length is part of the token, in bytes. */
export const longestUnicodeName = 57;
