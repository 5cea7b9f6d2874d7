import { UsageError } from '../base/errors.ts';

/** What is needed to find a counterexample again. */
export interface ReplayId {
  readonly seed: number;
  /** The path of fast-check from the seed to the shrunk value. */
  readonly path: string;
  /** The path of the commands of a stateful property. */
  readonly commands?: string;
}

/** Writes `<seed>:<path>`, and for a stateful property `:<commands path>`. */
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
    throw new UsageError(`--replay "${text}": this property is replayed by ${form}`);
  }
  return { seed: Number(seed), path, ...(commands === undefined ? {} : { commands }) };
}
