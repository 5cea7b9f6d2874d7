import { assert } from '../base/assert.ts';
import type { JsonArray, JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { anyGlob, newMatchBudget, spend } from '../base/wildcard.ts';
import { RawJson } from '../base/write-json.ts';
import type { SourceFilter } from './search-request.ts';
import { splitList } from '../base/units.ts';

type PathTest = (path: string) => boolean;

/** Returns the part of a source that query parameters select; undefined if they say nothing about it. */
export function sourceIn(
  parameters: Readonly<Record<string, unknown>>,
): SourceFilter | boolean | undefined {
  const { _source, _source_includes, _source_excludes } = parameters as Record<string, string>;
  if (_source === 'false') return false;
  const includes = _source_includes ?? (_source === 'true' ? undefined : _source);
  if ((includes ?? _source_excludes ?? _source) === undefined) return undefined;
  return { includes: splitList(includes), excludes: splitList(_source_excludes) };
}

/** Returns the selected part of a source, given as text: all of it, nothing, or the members that patterns select. */
export function shownSource(text: string, source: SourceFilter | boolean): unknown {
  if (source === false) return undefined;
  if (source === true || source.includes.length + source.excludes.length === 0) {
    return new RawJson(text);
  }
  return filterSource(parseSource(text), source);
}

/** Parses a stored source. */
function parseSource(text: string): JsonObject {
  const value = parseJson(text);
  assert(isJsonObject(value), 'a stored source is not an object');
  return value;
}

/**
 * Returns the parts of a source that are included and not excluded. A pattern that matches an object applies to
 * everything in it, also where a name contains dots. What became empty is left out of lists; of objects too, unless a
 * pattern has a `*`.
 */
export function filterSource(source: JsonObject, { includes, excludes }: SourceFilter): JsonObject {
  const isIncluded = anyOf(includes);
  const isExcluded = anyOf(excludes);
  return prune(source, '', {
    isIncluded: includes.length === 0 ? () => true : isIncluded,
    isExcluded,
    keepsEmptied: [...includes, ...excludes].some((pattern) => pattern.includes('*')),
  });
}

interface Tests {
  readonly isIncluded: PathTest;
  readonly isExcluded: PathTest;
  /** True if an object without its members remains. */
  readonly keepsEmptied: boolean;
}

/**
 * Returns the test whether a pattern matches a path or, as names may contain dots, a part before one of its dots. The test
 * throws illegal_argument_exception if all paths of a document take too long.
 */
function anyOf(patterns: readonly string[]): PathTest {
  const isPattern = (name: string): boolean => name.includes('*');
  const names = new Set(patterns.filter((name) => !isPattern(name)));
  const budget = newMatchBudget();
  const fits = anyGlob([...new Set(patterns.filter(isPattern))], budget);
  const matches = (path: string): boolean => {
    spend(budget, path.length);
    return names.has(path) || fits(path);
  };
  return (path) => {
    for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
      if (matches(path.slice(0, dot))) return true;
    }
    return matches(path);
  };
}

function prune(object: JsonObject, prefix: string, tests: Tests): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(object)) {
    const path = `${prefix}${name}`;
    if (tests.isExcluded(path)) continue;
    const inner: Tests = tests.isIncluded(path) ? { ...tests, isIncluded: () => true } : tests;
    const part = pruneValue(value, path, inner);
    if (part !== undefined) kept.push([name, part]);
  }
  return Object.fromEntries(kept);
}

function pruneValue(value: JsonValue, path: string, tests: Tests): JsonValue | undefined {
  const isIncluded = tests.isIncluded(path);
  if (typeof value !== 'object' || value === null) return isIncluded ? value : undefined;
  const part = isJsonObject(value)
    ? prune(value, `${path}.`, tests)
    : pruneList(value, path, tests);
  if (!isEmpty(part)) return part;
  return isIncluded && (tests.keepsEmptied || isEmpty(value)) ? part : undefined;
}

function pruneList(list: JsonArray, path: string, tests: Tests): JsonArray {
  return list.flatMap((element) => {
    const part = pruneValue(element, path, tests);
    return part === undefined || (isJsonObject(part) && isEmpty(part)) ? [] : [part];
  });
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
