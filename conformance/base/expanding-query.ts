import { bounds } from './bounds.ts';

/**
 * Returns a query that expands so many lists into their Cartesian product, for each document of an index, and counts the
 * rows: `slowListLength` to the power of `levels` for each document. With each list more it takes several times as long.
 */
export function expandingQuery(index: string, levels: number): string {
  const names = Array.from({ length: levels }, (_, at) => `l${at}`);
  return [
    `FROM ${index}`,
    `EVAL ${names.map((name) => `${name} = ${list}`).join(', ')}`,
    ...names.map((name) => `MV_EXPAND ${name}`),
    'STATS n = COUNT(*)',
  ].join(' | ');
}

/** True for the text of such a query. */
export function isExpandingQuery(text: string): boolean {
  return text.includes(` | EVAL l0 = ${list}, l1 = ${list}`);
}

const list = `[${Array.from({ length: bounds.slowListLength }, (_, at) => at).join(', ')}]`;
