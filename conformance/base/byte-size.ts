const units = ['b', 'kb', 'mb', 'gb', 'tb', 'pb'];

/**
 * Parses a size such as `512b`, `1.5kb`, `2gb` or a plain number of bytes into bytes; each unit is 1024 times the
 * previous one. Undefined if the text is not a size.
 */
export function byteSize(text: string): number | undefined {
  const [, digits = '', unit = 'b'] = /^(\d+(?:\.\d+)?)([kmgtp]?b)?$/.exec(text.trim()) ?? [];
  return digits === '' ? undefined : Math.round(Number(digits) * 1024 ** units.indexOf(unit));
}
