import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/** The path to a value in a JSON text: names of members and positions of elements, from the root. */
export type JsonPath = readonly (string | number)[];

/** A value in a JSON text, as offsets. */
interface JsonPlace {
  /** Start of the member's name; equal to `start` for an element of an array. */
  readonly member: number;
  readonly start: number;
  /** After its last character. */
  readonly end: number;
}

/** Takes a valid JSON text and a path; returns the place of the value, or undefined if there is none. */
export function findJson(text: string, path: JsonPath): JsonPlace | undefined {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...path]);
  if (node === undefined) return undefined;
  const { offset: start, length, parent } = node;
  const member = parent?.type === 'property' ? parent.offset : start;
  return { member, start, end: start + length };
}

/** Returns the line and the column of an offset, both counted from 1, as `line:column`. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `${line}:${offset - before.lastIndexOf('\n')}`;
}
