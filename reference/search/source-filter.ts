import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { globMatcher } from '../base/wildcard.ts';
import type { SourceFilter } from './search-request.ts';

type PathTest = (path: string) => boolean;

/**
 * Returns the parts of a source that are included and not excluded. A pattern that matches an object applies to
 * everything in it.
 */
export function filterSource(source: JsonObject, { includes, excludes }: SourceFilter): JsonObject {
  const isIncluded = anyOf(includes);
  const isExcluded = anyOf(excludes);
  return prune(source, '', {
    isIncluded: includes.length === 0 ? () => true : isIncluded,
    isExcluded,
  });
}

interface Tests {
  readonly isIncluded: PathTest;
  readonly isExcluded: PathTest;
}

function anyOf(patterns: readonly string[]): PathTest {
  const tests = patterns.map(globMatcher);
  return (path) => tests.some((test) => test(path));
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
  if (isJsonObject(value)) {
    const part = prune(value, `${path}.`, tests);
    return Object.keys(part).length > 0 || tests.isIncluded(path) ? part : undefined;
  }
  if (Array.isArray(value)) {
    const parts = value
      .map((element: JsonValue) => pruneValue(element, path, tests))
      .filter((part) => part !== undefined);
    return parts.length > 0 || tests.isIncluded(path) ? parts : undefined;
  }
  return tests.isIncluded(path) ? value : undefined;
}
