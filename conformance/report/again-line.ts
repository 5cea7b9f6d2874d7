import type { RunDescription } from './outcome.ts';

/** The command that runs the scenarios of the first of some clauses again, on the target of a run. */
export function againLine(
  { again }: Pick<RunDescription, 'again'>,
  [first]: readonly string[],
): string {
  const selector = first === undefined ? [] : ['--clause', first];
  return ['search-conformance', 'run', again, ...selector].join(' ');
}
