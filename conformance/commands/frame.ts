import type { RunDescription } from '../report/outcome.ts';
import { now, randomHex, wallClock } from '../base/environment.ts';
import type { Delivery, Destination } from '../report/destinations.ts';
import type { Target } from '../driver/target.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import type { Masker } from '../report/mask.ts';
import { leftoverLines } from '../report/leftover-lines.ts';
import type { Output, Streams } from '../report/output.ts';
import { catchInterrupt, type Interrupt } from '../run/interrupt.ts';
import { runId } from '../driver/names.ts';
import type { Profile } from '../driver/profile.ts';
import { packageVersion, type Suite } from '../run/suite.ts';

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

/** What a command that talks to a server works with. */
export interface Frame {
  /** Names the run, and says when it began; part of every name that the run makes. */
  readonly id: string;
  /** In milliseconds since the epoch. */
  readonly started_ms: number;
  /** The start by the clock of durations, `now`. */
  readonly begun_ms: number;
  /** Masks secrets. */
  readonly output: Output;
  readonly masker: Masker;
  readonly interrupt: Interrupt;
}

/** The output for people: not the standard output if a report goes there. */
export function outputBeside(destinations: readonly Destination[], { out, err }: Streams): Output {
  return destinations.some(({ file }) => file === undefined) ? err : out;
}

/**
 * Runs a command while Ctrl-C and SIGTERM ask it to stop, and ends with its exit code; if it was stopped, with that of
 * interrupted ones, unless a report could not be written.
 */
export async function withFrame(
  context: CommandContext,
  { secrets, destinations = [] }: Pick<Target, 'secrets'> & Partial<Pick<Delivery, 'destinations'>>,
  execute: (frame: Frame) => Promise<ExitCode>,
): Promise<void> {
  const { masker, streams } = context;
  const output = outputBeside(destinations, streams);
  masker.keep(secrets);
  const interrupt = catchInterrupt();
  try {
    const started_ms = wallClock();
    const begun_ms = now();
    const id = runId(started_ms, randomHex(2));
    const frame = { id, started_ms, begun_ms, output, masker, interrupt };
    const code = await execute(frame);
    const isStopped = interrupt.isStopping() && code !== exitCodes.unwritten;
    context.end(isStopped ? exitCodes.interrupted : code);
  } catch (error) {
    if (!interrupt.isStopping()) throw error;
    streams.err.write(`${error instanceof Error ? error.message : String(error)}\n`);
    context.end(exitCodes.interrupted);
  } finally {
    interrupt.release();
  }
}

/** Shows what the servers printed to stderr; nothing if it is empty. */
export function writeStderr(output: Output, stderr: string): void {
  if (stderr !== '') output.write(`\nlast stderr output of the spawned server:\n${stderr}\n`);
}

/** Lists what the run could not remove. */
export function writeLeftovers(output: Output, leftovers: readonly string[]): void {
  for (const line of leftoverLines(leftovers)) output.write(`${line}\n`);
}

/** The description of a run that ends now; without secrets. */
export function describeRun(
  { id, started_ms, begun_ms }: Frame,
  { profile, again }: { readonly profile: Profile; readonly again: string },
  baseUrl: string,
): RunDescription {
  return {
    id,
    version: packageVersion(),
    base_url: baseUrl,
    profile: profile.name,
    notes: profile.notes,
    started_at: new Date(started_ms).toISOString(),
    duration_ms: now() - begun_ms,
    again,
  };
}
