import type { RecordedCommand } from './result.ts';

/** A run of the command of the intake on two lines: the command, and how it ended. */
export function commandLines({ command, exit_code, output }: RecordedCommand): readonly string[] {
  const end = exit_code === undefined ? 'started' : `exit code ${exit_code}`;
  return [command, `→ ${`${end} ${output}`.trim()}`];
}
