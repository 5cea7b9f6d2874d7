import { UsageError } from '../base/errors.ts';

/** The data that reproduces a counterexample. */
export interface ReplayId {
  readonly seed: number;
  /** The path that leads fast-check from the seed to the shrunk value. */
  readonly path: string;
  /** The replay path of the commands of a stateful property; absent for other properties. */
  readonly commands?: string;
}

/** Writes `<seed>:<path>`, for a stateful property `<seed>:<path>:<commands path>`. */
export function replayText({ seed, path, commands }: ReplayId): string {
  return [`${seed}`, path, ...(commands === undefined ? [] : [commands])].join(':');
}

/** Parses the text that `replayText` writes. Throws UsageError if it is not valid. */
export function readReplayId(text: string, stateful: boolean): ReplayId {
  const shape = stateful
    ? /^(-?\d{1,10}):(\d+(?::\d+)*):([\w+/]+:[\w+/]*)$/
    : /^(-?\d{1,10}):(\d+(?::\d+)*)$/;
  const [, seed, path, commands] = shape.exec(text) ?? [];
  if (seed === undefined || path === undefined) {
    const form = stateful ? '<seed>:<path>:<commands path>' : '<seed>:<path>';
    throw new UsageError(`--replay "${text}" is not valid: this property needs ${form}`);
  }
  return { seed: Number(seed), path, ...(commands === undefined ? {} : { commands }) };
}
