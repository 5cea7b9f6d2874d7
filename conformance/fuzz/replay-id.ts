import { UsageError } from '../base/errors.ts';

/** What leads to one counterexample again. */
export interface ReplayId {
  readonly seed: number;
  /** The way from the seed to the shrunk value. */
  readonly path: string;
  /** The same for the commands of a stateful property. */
  readonly commands?: string;
}

/** Writes `<seed>:<path>`, and for a stateful property `:<commands path>`. */
export function replayText({ seed, path, commands }: ReplayId): string {
  return [`${seed}`, path, ...(commands === undefined ? [] : [commands])].join(':');
}

/** Reads what `replayText` wrote. Throws UsageError where it is nothing of the kind. */
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
