import type { ControlledEnvironment } from '../base/environment.ts';
import { systemEnvironment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import { parseJson, writeJson } from '../base/json.ts';
import type { Index } from '../store/index-service.ts';
import { MemoryIndex } from '../store/memory-index.ts';
import { readIndexSettings } from '../store/settings/read-index-settings.ts';
import { executeSearch } from './execute-search.ts';
import { parseSearchRequest } from './parse-request.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchResult } from './search-result.ts';
import type { SearchShard } from './shard-target.ts';

/** What an index of a test starts with. */
export interface TestIndex {
  readonly name?: string;
  readonly settings?: JsonObject;
  readonly properties?: JsonObject;
  /** Runs of documents by id; each run is refreshed, and so becomes segments of its own. */
  readonly runs?: readonly (readonly (readonly [id: string, source: JsonObject])[])[];
  /** Ids that are deleted after all runs. */
  readonly deletes?: readonly string[];
  readonly environment?: ControlledEnvironment;
}

/** Creates an index in memory for a test. */
export function testIndex(given: TestIndex): Index {
  const environment = given.environment ?? systemEnvironment();
  const index = new MemoryIndex({
    name: given.name ?? 'books',
    uuid: `uuid-of-${given.name ?? 'books'}`,
    settings: readIndexSettings({ number_of_shards: 1, refresh_interval: '-1', ...given.settings }),
    mapping: { properties: given.properties ?? {} },
    aliases: new Map(),
    environment,
  });
  for (const run of given.runs ?? []) {
    for (const [id, source] of run) index.index({ id, source: JSON.stringify(source) });
    index.refresh();
  }
  for (const id of given.deletes ?? []) index.delete({ id });
  index.refresh();
  return index;
}

/** Gives the shards of indices as they are now. */
export function shardsOf(...indices: readonly Index[]): readonly SearchShard[] {
  return indices.flatMap((index) => index.snapshots().map((snapshot) => ({ index, snapshot })));
}

/** Reads a body as the server would. */
export function requestOf(
  body: JsonObject,
  parameters: Readonly<Record<string, string>> = {},
): SearchRequest {
  const text = writeJson(body);
  return parseSearchRequest(parseJson(text), text, parameters);
}

/** Searches indices as they are now. */
export function searchIn(indices: readonly Index[], body: JsonObject): Promise<SearchResult> {
  const environment = systemEnvironment();
  return executeSearch({ request: requestOf(body), shards: shardsOf(...indices), environment });
}

/** Gives the ids of a result's hits, in their order. */
export function idsOf({ hits }: Pick<SearchResult, 'hits'>): readonly string[] {
  return hits.hits.map(({ _id }) => _id);
}
