import { writeJson } from '../base/body.ts';

/** Limit on the shown differences. */
const maxLines = 6;

/** Limit on the shown characters of a value. */
const maxCharacters = 160;

/** A value on one line, cut if it is long. */
export function oneLine(value: unknown): string {
  return cutLine(typeof value === 'string' ? value : writeJson(value), maxCharacters);
}

/** A text on one line of at most so many characters. */
export function cutLine(text: string, most: number): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ');
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}

/** The differences of two structures, one line each: `/hits/0: expected "a", got "b"`. Empty for plain values. */
export function differences(expected: unknown, got: unknown): readonly string[] {
  if (!isStructure(expected) || !isStructure(got)) return [];
  const lines = [...walk(expected, got, '')];
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), `and ${lines.length - maxLines + 1} more differences`];
}

function* walk(expected: unknown, got: unknown, pointer: string): Generator<string> {
  if (!isStructure(expected) || !isStructure(got)) {
    if (writeJson(expected) === writeJson(got)) return;
    yield `${pointer || '/'}: expected ${shown(expected)}, got ${shown(got)}`;
    return;
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(got)]);
  for (const key of keys) {
    const [one, other] = [expected, got].map(
      (structure): unknown => Object.getOwnPropertyDescriptor(structure, key)?.value,
    );
    yield* walk(one, other, `${pointer}/${key}`);
  }
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : oneLine(writeJson(value));
}

/** The first `most` entries; if there are more, `rest` makes the last one of their number. */
export function atMost<Entry>(
  entries: readonly Entry[],
  most: number,
  rest: (more: number) => Entry,
): readonly Entry[] {
  const more = entries.length - most;
  return more > 0 ? [...entries.slice(0, most), rest(more)] : entries;
}

/** `1 scenario`, `2 scenarios`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A text of several lines as one line, with nothing left out. */
export function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
