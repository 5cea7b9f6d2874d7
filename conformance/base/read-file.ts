import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { ParseOptions, SchemaOptions } from 'yaml';
import { now } from './environment.ts';
import { UsageError } from './errors.ts';
import { yaml } from './libraries.ts';

const chunk_bytes = 2 ** 20;
/** No file that the kit writes, or that is written for it, is as large. */
const largest_bytes = 256 * 2 ** 20;
/** No file that a person writes is as large; and the largest whose errors have their lines, which takes long for many. */
const [largestYaml, longestShown] = [2 ** 20, 2 ** 15];

/** Time limit for what a pipe holds, and the time between two looks at it. */
const pipeTimeout_ms = 5000;
const pipePause_ms = 20;

/** Reads a file or a pipe as text. Throws an Error if it cannot be read, or has no end, as some devices. */
export function readText(file: string): string {
  // A pipe that nobody writes to would never be opened.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const end_ms = now() + pipeTimeout_ms;
  try {
    const pieces: Buffer[] = [];
    const chunk = Buffer.alloc(chunk_bytes);
    for (let size = 0; size <= largest_bytes;) {
      const read = readNow(handle, chunk);
      if (read === 0) return Buffer.concat(pieces).toString('utf8');
      if (read === undefined) pauseUntil(end_ms);
      else pieces.push(Buffer.from(chunk.subarray(0, read)));
      size += read ?? 0;
    }
    throw new Error('it has more than 256 MiB');
  } finally {
    closeSync(handle);
  }
}

/** Reads what is there; undefined if more may come later. */
function readNow(handle: number, chunk: Buffer): number | undefined {
  try {
    return readSync(handle, chunk);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** Blocks for a moment. Throws an Error if the time is over. */
function pauseUntil(end_ms: number): void {
  if (now() > end_ms) throw new Error(`it is a pipe that does not end within ${pipeTimeout_ms} ms`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pipePause_ms);
}

/** No file of a person needs as many comparisons of keys: each is compared with all others of its object. */
const mostComparisons = 5_000_000;

/** Parses the YAML of people; no warning is printed. Throws an Error if it is not valid, or too much. */
export function readYaml(text: string, options: ParseOptions & SchemaOptions = {}): unknown {
  if (text.length > largestYaml) throw new Error('it has more than 1 MiB');
  const shown = { logLevel: 'error', prettyErrors: text.length < longestShown } as const;
  let left = mostComparisons;
  const uniqueKeys = (one: unknown, other: unknown): boolean => {
    if (--left < 0) throw new Error('an object in it has too many keys');
    return yaml().isScalar(one) && yaml().isScalar(other) && one.value === other.value;
  };
  return yaml().parse(text, { ...options, uniqueKeys, ...shown }) as unknown;
}

/** Reads a file, and parses it, by default as YAML. Throws UsageError, in which `what` says what the file is. */
export function readParsed(
  what: string,
  file: string,
  parse: (text: string) => unknown = (text) => readYaml(text),
): unknown {
  try {
    return parse(readText(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${what} ${file} cannot be read: ${reason}`);
  }
}
