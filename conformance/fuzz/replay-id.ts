import { UsageError } from '../base/errors.ts';

/** The data that reproduces a counterexample. */
export interface ReplayId {
  readonly seed: number;
  /** The path that leads fast-check from the seed to the shrunk value. */
  readonly path: string;
}

/** Writes `<seed>:<path>`. */
export function replayText({ seed, path }: ReplayId): string {
  return `${seed}:${path}`;
}

/** Parses the text that `replayText` writes. Throws UsageError if it is not valid. */
export function readReplayId(text: string): ReplayId {
  const [, seed, path] = /^(-?\d{1,10}):(\d+(?::\d+)*)$/.exec(text) ?? [];
  if (seed === undefined || path === undefined) {
    throw new UsageError(`--replay "${text}" is not valid: it needs <seed>:<path>`);
  }
  return { seed: Number(seed), path };
}
