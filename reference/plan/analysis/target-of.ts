import type { QueryTree } from '../syntax.ts';

/** Takes a query; returns the index expression it reads from, or undefined if it reads from none. */
export function targetOf([first]: QueryTree): string | undefined {
  return first?.kind === 'from' ? first.target : undefined;
}
