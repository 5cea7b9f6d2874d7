import { readFileSync } from 'node:fs';
import { UsageError } from './errors.ts';
import { yaml } from './libraries.ts';

/** Reads a file, and parses it, by default as YAML. Throws UsageError, in which `what` says what the file is. */
export function readParsed(
  what: string,
  file: string,
  parse: (text: string) => unknown = (text) => yaml().parse(text) as unknown,
): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${what} ${file} cannot be read: ${reason}`);
  }
}
