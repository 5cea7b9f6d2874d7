import type { QueryTree } from '../syntax.ts';

/** Returns the index expression that a query reads from; undefined if it reads no index. */
export function targetOf([first]: QueryTree): string | undefined {
  return first?.kind === 'from' ? first.target : undefined;
}
