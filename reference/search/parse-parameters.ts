import { ServiceError, refuse } from '../base/service-error.ts';
import {
  parseFromParameter,
  parseSize,
  parseTrackTotalHits,
  terminateAfter,
} from './parse-paging.ts';
import type { FieldRequest, SearchRequest, SourceFilter } from './search-request.ts';
import { parseSortParameter } from './sort/parse-sort.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

/**
 * Merges the parameters of the query string into a request. Throws a ServiceError with name and value of an invalid
 * parameter.
 */
export function withParameters(request: SearchRequest, parameters: Parameters): SearchRequest {
  const { sort, scroll } = parameters;
  return {
    ...request,
    ...pageOf(request, parameters),
    sort: sort === undefined ? request.sort : parseSortParameter(sort),
    scroll: scroll ?? request.scroll,
    track_scores: flag(parameters, 'track_scores') ?? request.track_scores,
    version: flag(parameters, 'version') ?? request.version,
    seq_no_primary_term: flag(parameters, 'seq_no_primary_term') ?? request.seq_no_primary_term,
    request_cache: flag(parameters, 'request_cache') ?? request.request_cache,
    source: sourceOf(parameters) ?? request.source,
    docvalue_fields: docvaluesOf(parameters) ?? request.docvalue_fields,
  };
}

type PageMembers = 'from' | 'size' | 'track_total_hits' | 'terminate_after';

function pageOf(request: SearchRequest, parameters: Parameters): Pick<SearchRequest, PageMembers> {
  const total = parameters['track_total_hits'];
  const from = integer(parameters, 'from');
  const size = integer(parameters, 'size');
  const limit = integer(parameters, 'terminate_after');
  return {
    from: from === undefined ? request.from : parseFromParameter(from),
    size: size === undefined ? request.size : parseSize(size),
    track_total_hits:
      total === undefined
        ? request.track_total_hits
        : parseTrackTotalHits({ value: total, text: '', path: [] }),
    terminate_after: limit === undefined ? request.terminate_after : terminateAfter(limit),
  };
}

function integer(parameters: Parameters, name: string): number | undefined {
  const text = parameters[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^[+-]?\d+$/.test(text) && Math.abs(value) < 2 ** 31) return value;
  throw new ServiceError(
    'illegal_argument_exception',
    `Failed to parse int parameter [${name}] with value [${text}]`,
    { cause: { type: 'number_format_exception', reason: `For input string: "${text}"` } },
  );
}

function flag(parameters: Parameters, name: string): boolean | undefined {
  const text = parameters[name];
  if (text === undefined) return undefined;
  if (text === 'true' || text === '') return true;
  if (text === 'false') return false;
  return refuse(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
}

function sourceOf(parameters: Parameters): SourceFilter | boolean | undefined {
  const source = parameters['_source'];
  const includes = parameters['_source_includes'];
  const excludes = parameters['_source_excludes'];
  if (source === 'false') return false;
  if (includes !== undefined || excludes !== undefined) {
    return { includes: split(includes), excludes: split(excludes) };
  }
  if (source === undefined) return undefined;
  return source === 'true' || source === '' ? true : { includes: split(source), excludes: [] };
}

function docvaluesOf(parameters: Parameters): readonly FieldRequest[] | undefined {
  const text = parameters['docvalue_fields'];
  return text === undefined
    ? undefined
    : split(text).map((field) => ({ field, format: undefined }));
}

function split(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(',').filter((name) => name !== '');
}
