import { jsonIn, listAt, valueAt } from '../base/body.ts';
import { idOf } from '../client/hit-list.ts';
import { errorOf, faultyExchange, titleOf } from './cause.ts';
import { cutLine } from './difference.ts';
import { printable } from '../base/printable.ts';
import type { Failure, RecordedExchange } from './result.ts';

/** Limit on the shown ids of hits. */
const maxIds = 20;

/** Limit on the shown characters of a body. */
const maxBody = 160;

/** A longer value of a member that names a context is shortened, and its length given. */
const maxContextCharacters = 16;

const contextMember = /"(_scroll_id|scroll_id|pit_id|id|cursor)"\s*:\s*"([^"\\]{17,})"/g;

/**
 * The answer to a request on one line: the status; `type: reason` of an error or the ids of the hits; then the body, cut
 * after `most` characters. Without an answer, the reason.
 */
export function answerLine(exchange: RecordedExchange, most = maxBody): string {
  const { status, no_answer, response_body, response_decoded } = exchange;
  if (no_answer !== undefined) return printable(`no answer: ${no_answer}`);
  const body = response_decoded ?? response_body;
  const first = errorOf(body) ?? hitsIn(body);
  const words = [status, first, cutLine(withShortContexts(body), most)];
  return printable(words.filter((word) => word !== undefined && word !== '').join('  '));
}

/**
 * The status and the error that a server gave as its reason, with the operation that it refused; undefined if the request
 * that a failure is about was not refused with a reason.
 */
export function refusalLine(
  exchanges: readonly RecordedExchange[],
  failure: Pick<Failure, 'message' | 'request'>,
): string | undefined {
  const faulty = faultyExchange({ exchanges }, failure);
  if (faulty?.status === undefined || faulty.status < 400) return undefined;
  const error = errorOf(faulty.response_decoded ?? faulty.response_body);
  return error === undefined ? undefined : `${faulty.status} ${error} (${titleOf(faulty)})`;
}

/** The ids of the hits in a search response; undefined for any other body. */
function hitsIn(body: string): string | undefined {
  const document = jsonIn(body);
  if (!Array.isArray(valueAt(document, 'hits.hits'))) return undefined;
  const ids = listAt(document, 'hits.hits').map(idOf);
  const more = ids.length > maxIds ? `, and ${ids.length - maxIds} more` : '';
  const value = valueAt(document, 'hits.total.value');
  const of = typeof value === 'number' ? ` of ${value}` : '';
  return `hits "${ids.slice(0, maxIds).join(', ')}"${more}${of}`;
}

/** The text with long ids of scrolls, points in time and cursors replaced by their beginning and length. */
function withShortContexts(text: string): string {
  return text.replaceAll(
    contextMember,
    (_, name: string, id: string) =>
      `"${name}":"${id.slice(0, maxContextCharacters)}… (${id.length} characters)"`,
  );
}
