import type { ControlledEnvironment } from '../base/environment.ts';
import { systemEnvironment } from '../base/environment.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { parseJson } from '../base/json.ts';
import { writeJson } from '../base/write-json.ts';
import type { Index } from '../store/index-service.ts';
import { MemoryIndex } from '../store/memory-index.ts';
import { readIndexSettings } from '../store/settings/index-settings.ts';
import type { SearchResult } from '../search/search-result.ts';
import { executeSearch } from '../search/execute-search.ts';
import { parseSearchRequest } from '../search/parse-request.ts';
import type { SearchRequest } from '../search/search-request.ts';
import type { SearchShard } from '../search/shard-target.ts';

/** The contents of a test index. */
export interface TestIndex {
  readonly name?: string;
  readonly settings?: JsonObject;
  readonly properties?: JsonObject;
  /** Batches of documents by id; each batch is followed by a refresh, so that it gets its own segments. */
  readonly runs?: readonly (readonly (readonly [id: string, source: JsonObject])[])[];
  /** Ids to delete after all batches. */
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
    for (const [id, source] of run) index.index({ id, source: writeJson(source) });
    index.refresh();
  }
  for (const id of given.deletes ?? []) index.delete({ id });
  index.refresh();
  return index;
}

/** Returns the present shards of indices, ready to search. */
export function shardsOf(...indices: readonly Index[]): readonly SearchShard[] {
  return indices.flatMap((index) => index.snapshots().map((snapshot) => ({ index, snapshot })));
}

/** Parses a search body and query parameters as the server does. */
export function requestOf(
  body: JsonObject,
  parameters: Readonly<Record<string, string>> = {},
): SearchRequest {
  const text = writeJson(body);
  return parseSearchRequest(parseJson(text), text, parameters);
}

/** Searches the present contents of indices. */
export function searchIn(indices: readonly Index[], body: JsonObject): Promise<SearchResult> {
  const environment = systemEnvironment();
  return executeSearch({ request: requestOf(body), shards: shardsOf(...indices), environment });
}

/** A hit, as an answer shows it. */
export interface Hit {
  readonly _index: string;
  readonly _id: string;
  readonly _score: number | null;
  readonly _source?: JsonObject;
  readonly sort?: readonly JsonValue[];
}

/** Returns the hits of a result, read from their text. */
export function hitsOf({ hits }: Pick<SearchResult, 'hits'>): readonly Hit[] {
  const read: unknown = parseJson(writeJson(hits.hits));
  return read as readonly Hit[];
}

/** Returns the ids of the hits of a result, in order. */
export function idsOf(result: Pick<SearchResult, 'hits'>): readonly string[] {
  return hitsOf(result).map(({ _id }) => _id);
}
