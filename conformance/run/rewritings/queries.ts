import { type Members, without } from '../../base/body.ts';
import { Incomplete } from '../../base/errors.ts';
import {
  parametersOf,
  pathnameOf,
  type Exchange,
  type WireRequest,
  type WireResponse,
} from '../../base/exchange.ts';
import { documentOf, formatIn } from '../../client/answer-table.ts';
import { asyncHeaders, idIn, spelledBoolean, stateIn } from '../../client/async-state.ts';
import { isSuccess } from '../../client/expectations.ts';
import type { Forward } from '../mutation.ts';
import type { Rewriting, RewritingScope } from '../rewriting.ts';
import {
  changing,
  sending,
  membersOf,
  withAnswer,
  withDocument,
  withMembers,
} from './json-requests.ts';

/** The formats whose answers are the same on the asynchronous endpoint: in those of texts, its members are headers. */
const asyncFormats: ReadonlySet<string | undefined> = new Set(['json', 'csv', 'tsv', 'txt']);

/** The formats whose answers have members. */
const documentFormats: ReadonlySet<string | undefined> = new Set(['json', 'yaml', 'cbor', 'smile']);

/** True for a query in JSON with a text. */
function isQuery(request: WireRequest): boolean {
  const { method, path } = request;
  const isSent = method === 'POST' && pathnameOf(path) === '/_query';
  return isSent && typeof membersOf(request)?.['query'] === 'string';
}

/** The format that a query asks for in its path; undefined if headers name one. */
function formatOf({ path, headers }: WireRequest): string | undefined {
  const { accept } = headers;
  const isOpen = accept === undefined || /^(?:application\/json|\*\/\*)$/.test(accept);
  return parametersOf(path).get('format') ?? (isOpen ? 'json' : undefined);
}

/** True for a query that is answered in JSON and does not have these members. */
function inJsonWithout(...members: readonly string[]): Rewriting['applies'] {
  return (request) => {
    const own = isQuery(request) ? membersOf(request) : undefined;
    const isFree = own !== undefined && members.every((member) => own[member] === undefined);
    return isFree && formatOf(request) === 'json';
  };
}

/** A literal, a quoted name or a comment, which stays as it is, or blanks. */
const queryParts = /"""[^]*?"""|"(?:[^"\\]|\\.)*"|`[^`]*`|\/\/.*|\/\*[^]*?\*\/| +/g;

function hasWords(request: WireRequest): boolean {
  return isQuery(request) && /\S \S/.test(String(membersOf(request)?.['query']));
}

const inLines: Rewriting = {
  id: 'query-in-lines',
  clause: 'query.query-several-lines',
  sentence: 'Each blank between the words of a query becomes a line break.',
  ...changing(hasWords, (request) => {
    const { query, ...rest } = membersOf(request) ?? {};
    const lines = String(query).replaceAll(queryParts, (part) => (part[0] === ' ' ? '\n' : part));
    return withDocument(request, { ...rest, query: lines });
  }),
};

/** Asks for something else before each query: for what is no query, for another text, and for no documents. */
const askedBefore: Rewriting = {
  id: 'query-asked-before',
  clause: 'query.runs-the-text',
  sentence:
    'Before each query three others are sent: with a text that is refused, with another text, and with a filter that keeps nothing.',
  ...sending(isQuery, async (request, forward) => {
    const { query: _, ...rest } = membersOf(request) ?? {};
    const filter = { term: { 'no-such-field': 'none' } };
    await forward(withDocument(request, { ...rest, query: 'ROW other = = 7' }));
    await forward(withDocument(request, { ...rest, query: 'ROW other = 7' }));
    await forward(withDocument(request, { ...membersOf(request), filter }));
    return forward(request);
  }),
};

const byColumn: Rewriting = {
  id: 'by-column-and-back',
  clause: 'query.columnar-json',
  sentence: 'Each query is sent with `columnar` true, and its columns are read as rows.',
  ...sending(inJsonWithout('columnar'), async (request, forward) => {
    const response = await forward(withMembers(request, { columnar: true }));
    const document = isSuccess(response.status) ? documentIn(request, response) : undefined;
    const columns = document?.['values'];
    if (!Array.isArray(columns) || !columns.every(Array.isArray)) return response;
    const [first = []] = columns as readonly (readonly unknown[])[];
    const values = first.map((_, row) => columns.map((column: readonly unknown[]) => column[row]));
    return withAnswer(response, { ...document, values });
  }),
};

const inYaml: Rewriting = {
  id: 'yaml-and-back',
  clause: 'query-formats.yaml-full-response',
  sentence: 'Each query for JSON asks for YAML, which is read as JSON.',
  ...sending(isOfNoFormat, async (request, forward) => {
    const response = await forward(withParameter(request, 'format=yaml'));
    const document = isSuccess(response.status) ? documentIn(request, response) : undefined;
    return document === undefined ? response : withAnswer(response, document);
  }),
};

/** True for a query that is answered in JSON because it names no format. */
function isOfNoFormat(request: WireRequest): boolean {
  const { accept } = request.headers;
  const isNamed = parametersOf(request.path).has('format') || accept !== undefined;
  return inJsonWithout()(request) && !isNamed;
}

function withParameter(request: WireRequest, parameter: string): WireRequest {
  const sign = request.path.includes('?') ? '&' : '?';
  return { ...request, path: `${request.path}${sign}${parameter}` };
}

/** The document of an answer in one of the structured formats. */
function documentIn(request: WireRequest, response: WireResponse): Members {
  return documentOf(exchangeOf(request, response)) as Members;
}

function exchangeOf(request: WireRequest, response: WireResponse): Exchange {
  return { request, response, operation: undefined, problems: [] };
}

/** A query that is started with the asynchronous endpoint, and its first answer. */
async function started(
  request: WireRequest,
  wait: string,
  { forward, scope }: { readonly forward: Forward; readonly scope: RewritingScope },
) {
  const times = { wait_for_completion_timeout: wait, keep_alive: '5m' };
  const path = request.path.replace('/_query', '/_query/async');
  const sent = { ...withMembers(request, times), path };
  const response = await forward(sent);
  const exchange = exchangeOf(sent, response);
  const id = isSuccess(response.status) ? idIn(exchange) : undefined;
  const headers = without(request.headers, 'content-type', 'accept');
  const result = { method: 'GET', path: `/_query/async/${encodeURIComponent(id ?? '')}`, headers };
  const removal = { ...result, method: 'DELETE' };
  if (id !== undefined) scope.announceCleanup([removal]);
  return { response, exchange, result: id === undefined ? undefined : { result, removal } };
}

/** The answer as the synchronous endpoint gives it. Throws Incomplete if it is not the result. */
function asSynchronous(request: WireRequest, response: WireResponse): WireResponse {
  const headers = without(response.headers, asyncHeaders.id, asyncHeaders.is_running);
  const isJson = formatOf(request) === 'json';
  // In which format a GET is answered is left open.
  if (isJson && !documentFormats.has(formatIn(exchangeOf(request, response)))) {
    throw new Incomplete('the result was fetched in a format without members');
  }
  const document = isJson ? documentIn(request, response) : {};
  const spelling = response.headers[asyncHeaders.is_running] ?? '';
  if (document['is_running'] === true || spelledBoolean(spelling) === true) {
    throw new Incomplete('the query had not ended after 30 s');
  }
  const answer = { ...response, headers };
  return isJson ? withAnswer(answer, without(document, 'id', 'is_running')) : answer;
}

/** A query that the asynchronous endpoint answers after a wait, or, if the wait is short, by a later GET. */
function throughAsync(
  applies: Rewriting['applies'],
  wait: string,
): Pick<Rewriting, 'applies' | 'start'> {
  return sending(applies, async (request, forward, scope) => {
    const { response, exchange, result } = await started(request, wait, { forward, scope });
    // Whether a wait may be that short is left open: then the query is sent as it was.
    if (!isSuccess(response.status)) return wait === longWait ? response : forward(request);
    const isRunning = formatOf(request) === 'json' && stateIn(exchange).is_running === true;
    const later = isRunning && result !== undefined && wait !== longWait;
    const answer = later
      ? await forward(withParameter(result.result, `wait_for_completion_timeout=${longWait}`))
      : response;
    if (result !== undefined) await forward(result.removal);
    return isSuccess(answer.status) ? asSynchronous(request, answer) : answer;
  });
}

const longWait = '30s';

const asyncWithWait: Rewriting = {
  id: 'async-with-a-long-wait',
  clause: 'async-query.post-ready-full-result',
  sentence: 'Each query is sent to the asynchronous endpoint, with a wait of 30 s.',
  ...throughAsync((request) => isQuery(request) && asyncFormats.has(formatOf(request)), longWait),
};

const asyncAndLater: Rewriting = {
  id: 'async-and-a-later-get',
  clause: 'async-query.get-running-finishes',
  sentence:
    'Each query is sent to the asynchronous endpoint with a wait of 1 ms, and its result is fetched later.',
  ...throughAsync(inJsonWithout(), '1ms'),
};

/** The rewritings of queries. */
export const queryRewritings: readonly Rewriting[] = [
  askedBefore,
  asyncWithWait,
  asyncAndLater,
  inYaml,
  byColumn,
  inLines,
];
