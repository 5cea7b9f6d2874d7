import type { Notes } from '../operations/operation.ts';
import { compatibleVersion } from '../operations/service-information.ts';
import type { ExchangeContext } from './exchange.ts';

/** The agent of `Warning` headers. Elasticsearch clients ignore warnings of other agents. */
const agents = { own: 'search-reference', compatible: `Elasticsearch-${compatibleVersion}` };

/** Limits for the warnings of one answer, because clients limit the size of headers. */
const maxWarnings = 64;
const maxWarningLength = 8192;

/** Characters that a quoted string of a header cannot contain; their bytes are percent-encoded. */
const unquotable = /[^\t !-~]|%/gu;

/**
 * Sets the headers that belong to an answer: state of an asynchronous query, cursor and warnings.
 *
 * async-query.csv-state-in-headers, async-query.tsv-state-in-headers, async-query.txt-state-in-headers,
 * async-query.header-spelling, query.limit-default.
 */
export function writeNotes(ctx: ExchangeContext, notes: Notes, compatible: boolean): void {
  if (notes.async !== undefined) writeState(ctx, notes.async, compatible);
  if (notes.cursor !== undefined) ctx.set('Cursor', notes.cursor);
  const agent = compatible ? agents.compatible : agents.own;
  const warnings = warningHeaders(notes.warnings ?? [], agent);
  if (warnings.length > 0) ctx.set('Warning', [...warnings]);
}

function writeState(
  ctx: ExchangeContext,
  { id, is_running }: NonNullable<Notes['async']>,
  compatible: boolean,
): void {
  for (const prefix of compatible ? ['X-Service', 'X-Elasticsearch'] : ['X-Service']) {
    if (id !== undefined) ctx.set(`${prefix}-Async-Id`, id);
    ctx.set(`${prefix}-Async-Is-Running`, is_running ? '?1' : '?0');
  }
}

/** Returns texts as values of `Warning` headers (RFC 7234, section 5.5), without duplicates. */
function warningHeaders(texts: readonly string[], agent: string): readonly string[] {
  const headers: string[] = [];
  let length = 0;
  for (const text of new Set(texts)) {
    const header = `299 ${agent} "${quotedText(text)}"`;
    length += header.length;
    if (headers.length === maxWarnings || length > maxWarningLength) break;
    headers.push(header);
  }
  return headers;
}

function quotedText(text: string): string {
  return text
    .replaceAll(/["\\]/g, '\\$&')
    .replaceAll(unquotable, (character) =>
      [...Buffer.from(character)]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join(''),
    );
}
