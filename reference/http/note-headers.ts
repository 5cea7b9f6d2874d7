import type { Notes } from '../operations/operation.ts';
import type { ExchangeContext } from './exchange.ts';

/** Who warns, as `Warning` names it. */
const agent = 'search-reference';

/** Warnings of one answer, and the characters that they may have together: clients bound the size of headers. */
const max_warnings = 64;
const max_warning_length = 8192;

/** Characters that a quoted text of a header holds as they are; the others are told by their bytes. */
const unquotable = /[^\t !-~]|%/gu;

/**
 * Writes what an answer says beside its body.
 *
 * async-query.csv-state-in-headers, async-query.tsv-state-in-headers, async-query.txt-state-in-headers,
 * async-query.header-details, query.limit-default.
 */
export function writeNotes(ctx: ExchangeContext, notes: Notes, compatible: boolean): void {
  const prefixes = compatible ? ['X-Service', 'X-Elasticsearch'] : ['X-Service'];
  for (const prefix of notes.async === undefined ? [] : prefixes) {
    if (notes.async?.id !== undefined) ctx.set(`${prefix}-Async-Id`, notes.async.id);
    ctx.set(`${prefix}-Async-Is-Running`, notes.async?.is_running === true ? '?1' : '?0');
  }
  if (notes.cursor !== undefined) ctx.set('Cursor', notes.cursor);
  if (notes.took_ms !== undefined) ctx.set('Took-nanos', String(Math.round(notes.took_ms * 1e6)));
  const warnings = warningHeaders(notes.warnings ?? []);
  if (warnings.length > 0) ctx.set('Warning', [...warnings]);
}

/** Gives texts as `Warning` headers hold them (RFC 7234, section 5.5), without repetition. */
export function warningHeaders(texts: readonly string[]): readonly string[] {
  const headers: string[] = [];
  let length = 0;
  for (const text of new Set(texts)) {
    const header = `299 ${agent} "${quotedText(text)}"`;
    length += header.length;
    if (headers.length === max_warnings || length > max_warning_length) break;
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
