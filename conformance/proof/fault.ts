import type { Fault } from '../run/mutation.ts';

/** Creates a fault; its interceptor breaks the clauses with these ids. */
export function fault(name: string, clauses: readonly string[], start: Fault['start']): Fault {
  return { name, clauses, start };
}
