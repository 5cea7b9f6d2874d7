import { curlLine } from './curl.ts';
import type { RecordedExchange } from './result.ts';

/** Longer mappings are in the JSON report only. */
const maxCharacters = 700;

/** The requests of a scenario that matter most. */
export interface LatestRequests {
  /** How many came before `latest`. */
  readonly earlier: number;
  /**
   * The request that created the index which the last one is about; absent if it is among `latest`, or if the scenario
   * created none.
   */
  readonly creation?: RecordedExchange;
  readonly latest: readonly RecordedExchange[];
}

/** Returns the last `count` requests of a scenario, and what they build on. */
export function latestOf(exchanges: readonly RecordedExchange[], count: number): LatestRequests {
  const latest = count === 0 ? [] : exchanges.slice(-count);
  const creation = creationOf(exchanges, latest);
  const earlier = exchanges.length - latest.length;
  return { earlier, ...(creation === undefined ? {} : { creation }), latest };
}

function creationOf(
  exchanges: readonly RecordedExchange[],
  shown: readonly RecordedExchange[],
): RecordedExchange | undefined {
  const creations = exchanges.filter(isCreation);
  const last = exchanges.at(-1);
  if (last === undefined) return undefined;
  const about = `${last.path} ${last.request_body ?? ''}`;
  const named = creations.findLast(({ path }) => about.includes(nameIn(path)));
  const creation = named ?? creations.at(-1);
  return creation === undefined || shown.includes(creation) ? undefined : creation;
}

/** The creation as a curl command on one line; the end of a long body is left out. */
export function creationLine(creation: RecordedExchange, baseUrl: string): string {
  const line = curlLine(creation, baseUrl);
  if (line.length <= maxCharacters) return line;
  return `${line.slice(0, maxCharacters)}… (${line.length} characters, all of it in the JSON report)`;
}

function isCreation({ method, path, base_url }: RecordedExchange): boolean {
  return base_url === undefined && method === 'PUT' && /^\/[^_/?][^/?]*(?:\?|$)/.test(path);
}

function nameIn(path: string): string {
  return path.slice(1).replace(/\?.*$/, '');
}
