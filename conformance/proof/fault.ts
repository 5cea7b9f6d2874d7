import type { Fault, StartInterceptor } from '../run/mutation.ts';

/** A fault with these clauses, which its interceptor breaks. */
export function fault(name: string, clauses: readonly string[], start: StartInterceptor): Fault {
  return { name, clauses, start };
}
