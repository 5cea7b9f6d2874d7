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
  return isContainer(value) ? writeContainer(value) : (JSON.stringify(value) ?? 'null');
}

function writeContainer(value: object): string {
  let text = '';
  if (Array.isArray(value)) {
    for (const element of value as readonly unknown[]) {
      text += `${text === '' ? '[' : ','}${writeJson(element ?? null)}`;
    }
    return text === '' ? '[]' : `${text}]`;
  }
  const members = membersOf(value);
  for (const name in members) {
    const member = members[name];
    if (member === undefined) continue;
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${writeJson(member)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof RawJson);
}

/** Returns an object whose members are written: a map or set has none. */
function membersOf(value: object): Readonly<Record<string, unknown>> {
  const hasNone = value instanceof Map || value instanceof Set;
  return hasNone ? {} : (value as Readonly<Record<string, unknown>>);
}

/** The text of a number; a class, so that it differs from a string. */
export class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
