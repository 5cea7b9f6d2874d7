/** A text that is JSON already and is written unchanged, such as the `_source` of a hit. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Takes a value that may contain bigint and RawJson; returns its JSON text, without members that are undefined. */
export function writeJson(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof RawJson) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) {
    return `[${Array.from(value, (element: unknown) => writeJson(element ?? null)).join(',')}]`;
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const texts = members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`);
  return `{${texts.join(',')}}`;
}

/** The text of a number; a class, so that it differs from a string. */
export class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
