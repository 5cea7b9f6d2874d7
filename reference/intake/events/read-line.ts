import { isUtf8 } from 'node:buffer';
import type { Budget } from '../../base/budget.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { checkUnicode, isJsonObject, parseJson } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { AgentEvent } from './event-document.ts';
import { isEventKind, objectOf, textOf } from './event-document.ts';

/** A line of a stream, or the beginning of one that is too long. */
export interface Line {
  /** With other characters in place of those that are not UTF-8. */
  readonly text: string;
  /** Why the line cannot be read. */
  readonly problem: string | undefined;
}

const tooLong = 'event exceeded the permitted size';
const noUtf8 = 'decode error: the line is not valid UTF-8';

const newline = 0x0a;
const blanks: readonly number[] = [newline, 0x0d, 0x20, 0x09];
const start_bytes = 256;

/**
 * Yields the lines of a stream that are not blank. Takes the maximum length of a line in bytes; keeps at most one line
 * and one chunk in memory. Throws a ServiceError if the budget does not allow the line.
 */
export async function* linesOf(
  stream: AsyncIterable<Buffer>,
  max_bytes: number,
  budget: Budget,
): AsyncGenerator<Line> {
  const open = createOpenLine(max_bytes, budget);
  for await (const piece of stream) {
    let from = open.isEmpty() ? skipBlank(piece, 0) : 0;
    for (let at = piece.indexOf(newline, from); at >= 0; at = piece.indexOf(newline, from)) {
      open.add(piece.subarray(from, at));
      yield* open.close();
      from = skipBlank(piece, at + 1);
    }
    open.add(piece.subarray(from));
  }
  yield* open.close();
}

/** Returns the position of the first byte that is not blank: a stream may hold millions of blank lines. */
function skipBlank(piece: Buffer, from: number): number {
  let at = from;
  while (at < piece.length && blanks.includes(piece[at] ?? 0)) at++;
  return at;
}

/** Collects the bytes of a line. Bytes beyond the limit are dropped. */
function createOpenLine(max_bytes: number, budget: Budget) {
  let parts: Buffer[] = [];
  let kept = 0;
  let isTooLong = false;
  return {
    isEmpty: (): boolean => kept === 0 && !isTooLong,
    add(part: Buffer): void {
      if (isTooLong || part.length === 0) return;
      isTooLong = kept + part.length > max_bytes;
      const taken = isTooLong ? part.subarray(0, Math.max(0, start_bytes - kept)) : part;
      budget.reserve(taken.length);
      // A copy, so that a short remainder does not keep a whole chunk in memory.
      parts.push(Buffer.from(taken));
      kept += taken.length;
    },
    *close(): Generator<Line> {
      if (kept === 0 && !isTooLong) return;
      const bytes = Buffer.concat(parts);
      const text = bytes.toString('utf8').trimEnd();
      const problem = isTooLong ? tooLong : isUtf8(bytes) ? undefined : noUtf8;
      const ended = { text: isTooLong ? text.slice(0, start_bytes) : text, problem };
      budget.reserve(-kept);
      parts = [];
      kept = 0;
      isTooLong = false;
      yield ended;
    },
  };
}

/** Thrown if a line is not accepted; the message contains the reason. */
export class LineProblem extends Error {
  override readonly name = 'LineProblem';
}

/** The most values on a line, and in one array or object: an index has no more fields for labels. */
const lineSize = { values: 10_000, ofOne: 1000 };

/** The most characters of metadata: each event of the stream gets a part of them. */
const maxMetadata = 32_768;

/** Returns the metadata on the first line of a stream. Throws a LineProblem if they are too long or do not name a service. */
export function readMetadata(line: Line): JsonObject {
  const { name, value } = onlyMember(line);
  if (name !== 'metadata') throw new LineProblem("validation error: 'metadata' required");
  if (line.text.length > maxMetadata) throw new LineProblem(tooLong);
  if (textOf(objectOf(value, 'service'), 'name')) return value;
  throw new LineProblem("validation error: metadata: service: 'name' required");
}

/** Returns the event on a line; its members may be any. Throws a LineProblem if its kind is not known. */
export function readEvent(line: Line): AgentEvent {
  const { name, value } = onlyMember(line);
  if (isEventKind(name)) return { kind: name, value, line: line.text };
  throw new LineProblem(`did not recognize object type: ${JSON.stringify(name.slice(0, 64))}`);
}

function onlyMember({ text, problem }: Line): {
  readonly name: string;
  readonly value: JsonObject;
} {
  if (problem !== undefined) throw new LineProblem(problem);
  const content = parse(text);
  const [[name, value] = ['', null], ...others] = isJsonObject(content)
    ? Object.entries(content)
    : [];
  if (name === '' || others.length > 0) {
    throw new LineProblem('decode error: a line has to be an object of exactly one member');
  }
  if (isJsonObject(value)) return { name, value };
  throw new LineProblem(`validation error: '${name.slice(0, 64)}' has to be an object`);
}

function parse(line: string): JsonValue {
  try {
    const value = parseJson(line, lineSize);
    checkUnicode(line, 'names');
    return value;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new LineProblem(`decode error: ${error.reason}`);
  }
}
