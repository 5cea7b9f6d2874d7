import { closeSync, openSync, readSync } from 'node:fs';
import { UsageError } from './errors.ts';
import { yaml } from './libraries.ts';

const chunk_bytes = 2 ** 20;
/** No file that the kit writes, or that is written for it, is as large. */
const largest_bytes = 256 * 2 ** 20;

/** Reads a file as text. Throws an Error if it cannot be read, or has no end, as some devices. */
export function readText(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const pieces: Buffer[] = [];
    const chunk = Buffer.alloc(chunk_bytes);
    for (let size = 0; size <= largest_bytes;) {
      const read = readSync(handle, chunk);
      if (read === 0) return Buffer.concat(pieces).toString('utf8');
      pieces.push(Buffer.from(chunk.subarray(0, read)));
      size += read;
    }
    throw new Error('it has more than 256 MiB');
  } finally {
    closeSync(handle);
  }
}

/** No file of a person needs as many comparisons of keys: each is compared with all others of its object. */
const mostComparisons = 5_000_000;

/** The options for the YAML of people; no warning is printed. */
export function yamlOptions() {
  let left = mostComparisons;
  const uniqueKeys = (one: unknown, other: unknown): boolean => {
    if (--left < 0) throw new Error('an object in it has too many keys');
    return yaml().isScalar(one) && yaml().isScalar(other) && one.value === other.value;
  };
  return { uniqueKeys, logLevel: 'error' } as const;
}

/** Reads a file, and parses it, by default as YAML. Throws UsageError, in which `what` says what the file is. */
export function readParsed(
  what: string,
  file: string,
  parse: (text: string) => unknown = (text) => yaml().parse(text, yamlOptions()) as unknown,
): unknown {
  try {
    return parse(readText(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${what} ${file} cannot be read: ${reason}`);
  }
}
