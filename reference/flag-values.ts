import { InvalidArgumentError } from 'commander';
import { unlessRefused } from './base/service-error.ts';
import { parseBytes } from './base/units.ts';
import type { ShapeName } from './shapes/shape-names.ts';
import { readShapes, shapeSummaries } from './shapes/shape-names.ts';

/** Reads a port; throws InvalidArgumentError if it is none. */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}

/** Reads names of shapes, separated by commas; throws InvalidArgumentError. */
export function readShape(text: string): readonly ShapeName[] {
  try {
    return readShapes(text);
  } catch (error) {
    throw error instanceof RangeError ? new InvalidArgumentError(error.message) : error;
  }
}

/** Returns the part of the help that lists the shapes. */
export function shapeHelp(): string {
  const lines = Object.entries(shapeSummaries).map(
    ([name, { summary }]) => `  ${name.padEnd(24)}${summary}`,
  );
  return `\nShapes:\n${lines.join('\n')}`;
}

/** Reads a whole number greater than 0; throws InvalidArgumentError. */
export function readCount(text: string): number {
  const count = Number(text);
  if (/^\d{1,15}$/.test(text) && count > 0) return count;
  throw new InvalidArgumentError('A whole number greater than 0 is required.');
}

/** Reads a size with a unit, in bytes; throws InvalidArgumentError. */
export function readSize(text: string): number {
  const bytes = unlessRefused(
    () => parseBytes(text, 'size'),
    () => 0,
  );
  if (bytes > 0) return bytes;
  throw new InvalidArgumentError('A size is a number greater than 0 with a unit, such as 10mb.');
}
