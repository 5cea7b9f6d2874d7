import type { Notes } from '../operations/operation.ts';
import { compatibleVersion } from '../operations/service-information.ts';
import type { ExchangeContext } from './exchange.ts';

/** Who warns, as `Warning` names it; clients of Elasticsearch pass over warnings of others. */
const agents = { own: 'search-reference', compatible: `Elasticsearch-${compatibleVersion}` };

/** Warnings of one answer, and the characters that they may have together: clients bound the size of headers. */
const maxWarnings = 64;
const maxWarningLength = 8192;

/** Characters that a quoted text of a header holds as they are; the others are told by their bytes. */
const unquotable = /[^\t !-~]|%/gu;

/**
 * Writes what an answer says beside its body.
 *
 * async-query.csv-state-in-headers, async-query.tsv-state-in-headers, async-query.txt-state-in-headers,
 * async-query.header-details, query.limit-default.
 */
export function writeNotes(ctx: ExchangeContext, notes: Notes, compatible: boolean): void {
  if (notes.async !== undefined) writeState(ctx, notes.async, compatible);
  if (notes.cursor !== undefined) ctx.set('Cursor', notes.cursor);
  if (notes.took_ms !== undefined) ctx.set('Took-nanos', String(Math.round(notes.took_ms * 1e6)));
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

/** Gives texts as `Warning` headers hold them (RFC 7234, section 5.5), without repetition. */
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
