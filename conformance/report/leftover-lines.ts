import { grouped } from '../base/grouped.ts';
import { oneLine, atMost } from './difference.ts';

/** So many names of each kind are shown. */
const maxNames = 3;

/** Kinds of leftovers beyond these are counted. */
const maxKinds = 20;

/**
 * What could not be removed: a line for each removal and answer, with the number of things and the first names. A leftover
 * that is no request with its answer has a line of its own.
 */
export function leftoverLines(leftovers: readonly string[]): readonly string[] {
  const kinds = grouped(
    leftovers.map((left) => {
      const [, method, path, answer] = /^([A-Z]+) (\/\S*) (answered .+)$/s.exec(left) ?? [];
      return path === undefined ? [left, ''] : [`${method} ${answer}`, path];
    }),
  );
  const lines = [...kinds].map(([kind, paths]) => `left behind: ${lineOf(kind, paths)}`);
  return atMost(lines, maxKinds, (more) => `left behind: ${more} more kinds`);
}

function lineOf(kind: string, paths: readonly string[]): string {
  const named = paths.filter((path) => path !== '');
  if (named.length === 0) return oneLine(kind);
  const more = named.length - maxNames;
  const names = named.slice(0, maxNames).join(', ');
  const rest = more > 0 ? ` and ${more} more, in the JSON report` : '';
  return `${named.length} (${oneLine(kind)}): ${names}${rest}`;
}
