import type { Masker } from '../report/mask.ts';
import type { Streams } from '../report/output.ts';
import type { Suite } from '../run/suite.ts';
import type { ExitCode } from '../report/exit-code.ts';

/** What every command needs. */
export interface CommandContext {
  readonly suite: Suite;
  /** Masked by `masker`. */
  readonly streams: Streams;
  /** Knows the secrets of the command as soon as its flags are read. */
  readonly masker: Masker;
  /** The environment of the process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Sets the exit code of the process. */
  readonly end: (code: ExitCode) => void;
}
