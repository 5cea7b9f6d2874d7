import type { Fault } from '../run/mutation.ts';

/** A fault with these clauses, which its interceptor breaks. */
export function fault(name: string, clauses: readonly string[], start: Fault['start']): Fault {
  return { name, clauses, start };
}
