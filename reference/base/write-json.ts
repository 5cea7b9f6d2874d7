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

/** A list of up to this number of elements is one piece. */
const shortList = 64;

/** Writes a value as `writeJson` does, in pieces that end between two tokens: each element of a long list is one. */
export function* jsonPieces(value: unknown): Generator<string, void, void> {
  if (typeof value !== 'object' || value === null || value instanceof RawJson) {
    yield writeJson(value);
  } else if (Array.isArray(value)) {
    yield* value.length > shortList ? elementPieces(value) : [writeJson(value)];
  } else yield* memberPieces(value);
}

function* elementPieces(list: readonly unknown[]): Generator<string, void, void> {
  let before = '[';
  for (const element of list) {
    yield before + writeJson(element ?? null);
    before = ',';
  }
  yield ']';
}

function* memberPieces(value: object): Generator<string, void, void> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const start = `${before}${JSON.stringify(name)}:`;
    if (typeof member === 'object') {
      yield start;
      yield* jsonPieces(member);
    } else yield start + writeJson(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** The text of a number; a class, so that it differs from a string. */
export class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
