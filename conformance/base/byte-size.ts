const units = ['b', 'kb', 'mb', 'gb', 'tb', 'pb'];

/** Bytes of a size such as `512b`, `1.5kb`, `2gb` (each unit is 1024 times the one before) or a bare number; undefined if the text is not a size. */
export function byteSize(text: string): number | undefined {
  const [, digits = '', unit = 'b'] = /^(\d+(?:\.\d+)?)([kmgtp]?b)?$/.exec(text.trim()) ?? [];
  return digits === '' ? undefined : Math.round(Number(digits) * 1024 ** units.indexOf(unit));
}
