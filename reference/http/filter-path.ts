import type { JsonValue } from '../base/json.ts';
import { isJsonObject, parseJson, RawJson } from '../base/json.ts';
import { globMatcher } from '../base/wildcard.ts';

/** The rest of a pattern: segments that are still to be met, each a name, a name with `*`, or `**` for any number of names. */
type Pattern = readonly string[];

/**
 * versioning.common-parameters: takes an answer and a comma-separated list of paths; gives the answer with the members that a path names, and without those
 * that a path with a leading `-` names. Arrays stand in a path as what they hold. Gives undefined where nothing is left.
 */
export function filterPath(value: unknown, paths: string): unknown {
  const patterns = paths.split(',').filter((path) => path !== '');
  const excluded = patterns.filter((path) => path.startsWith('-')).map((path) => path.slice(1));
  const included = patterns.filter((path) => !path.startsWith('-'));
  const kept = included.length === 0 ? value : include(value, included.map(segments));
  return excluded.length === 0 ? kept : exclude(kept, excluded.map(segments));
}

function segments(path: string): Pattern {
  return path.split('.');
}

function include(value: unknown, patterns: readonly Pattern[]): unknown {
  if (patterns.length === 0) return undefined;
  if (patterns.some((pattern) => pattern.every((segment) => segment === '**'))) return value;
  const opened = open(value);
  if (Array.isArray(opened)) {
    const kept = opened.map((item) => include(item, patterns)).filter((item) => item !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isJsonObject(opened)) return undefined;
  const kept = members(opened)
    .map(([name, member]) => [name, include(member, advance(patterns, name))] as const)
    .filter(([, member]) => member !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function exclude(value: unknown, patterns: readonly Pattern[]): unknown {
  if (patterns.length === 0) return value;
  const opened = open(value);
  if (Array.isArray(opened)) return opened.map((item) => exclude(item, patterns));
  if (!isJsonObject(opened)) return opened;
  return Object.fromEntries(
    members(opened).flatMap(([name, member]) => {
      const rest = advance(patterns, name);
      const isNamed = rest.some((pattern) => pattern.every((segment) => segment === '**'));
      return isNamed ? [] : [[name, exclude(member, rest)]];
    }),
  );
}

function members(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

/** Gives what is left of the patterns below a member of this name. */
function advance(patterns: readonly Pattern[], name: string): readonly Pattern[] {
  return patterns.flatMap((pattern): readonly Pattern[] => {
    const [first, ...rest] = pattern;
    if (first === undefined) return [];
    if (first === '**') return [pattern, ...advance([rest], name)];
    return globMatcher(first)(name) ? [rest] : [];
  });
}

function open(value: unknown): unknown {
  return value instanceof RawJson ? (parseJson(value.text) satisfies JsonValue) : value;
}
