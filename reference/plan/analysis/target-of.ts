import type { QueryTree } from '../syntax.ts';

/** Takes a query; gives the index expression it reads from, or undefined where it reads from none. */
export function targetOf([first]: QueryTree): string | undefined {
  return first?.kind === 'from' ? first.target : undefined;
}
