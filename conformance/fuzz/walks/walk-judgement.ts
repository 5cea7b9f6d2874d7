import { isDeepStrictEqual } from 'node:util';
import { Mismatch } from '../../base/errors.ts';
import { keysOf as keysOfHits } from '../../client/hit-list.ts';
import { listAt, valueAt } from '../../base/body.ts';
import { momentOf } from '../../client/moment.ts';
import type { Page } from '../../client/walking.ts';
import { noted } from '../dimensions/tried.ts';
import type { WalkRow } from '../dimensions/walk-dimensions.ts';
import { sourceOf, type WalkCorpus } from './walk-corpus.ts';
import { compareBy, fieldOf, keysOf, sortOf } from './walk-fields.ts';

type Documents = WalkCorpus['documents'];

/** The values of the documents of some hits, in the order of the hits. */
function cellsOf(documents: Documents, hits: Page): readonly Documents[number]['cells'][] {
  const byKey = new Map(documents.map(({ index, id, cells }) => [`${index}/${id}`, cells]));
  return keysOfHits(hits).flatMap((key) => byKey.get(key) ?? []);
}

/** Throws Mismatch if two hits are in the wrong order, as far as the values of the documents decide it. */
export function expectOrdered(documents: Documents, row: WalkRow, hits: Page): void {
  const found = cellsOf(documents, hits);
  const keys = keysOf(row);
  for (const [at, after] of found.entries()) {
    const before = found.slice(0, at).find((one) => compareBy(keys, one, after) > 0);
    if (before !== undefined) {
      throw new Mismatch(
        { sort: sortOf(row) },
        { before, after },
        'two hits are in the wrong order',
      );
    }
  }
}

/**
 * Throws Mismatch unless the sort values of the field of a walk are those of the documents: numbers and keywords, and dates as
 * texts of the same moments if the entry has a format. How a missing value, a truth value or another date is written is left
 * open, and which of several counts.
 */
export function expectSortValues(documents: Documents, row: WalkRow, hits: Page): void {
  const { name, options, types } = fieldOf(row);
  const at = keysOf(row).findIndex(({ field }) => field.name === name);
  const isFormatted = options['format'] !== undefined;
  const decided = isFormatted || types[0] === 'keyword' ? /string/ : /number|bigint/;
  for (const [nth, cells] of at === -1 ? [] : cellsOf(documents, hits).entries()) {
    const written = cells[name];
    const got = listAt(hits[nth], 'sort')[at];
    if (!decided.test(typeof written)) continue;
    const shown = isFormatted ? momentOf : String;
    if (shown(String(got)) === shown(String(written))) continue;
    const what = `the sort value ${at + 1} is not that of the document`;
    const failure = new Mismatch(written, got, what);
    throw isFormatted ? failure : noted(failure, { content: 'sort values' });
  }
}

/** Throws Mismatch, about the content alone, unless each hit has that of its document as it was written. */
export function expectWritten(corpus: WalkCorpus, documents: Documents, hits: Page): void {
  const found = cellsOf(documents, hits);
  for (const [nth, cells] of found.entries()) {
    const [written, got] = [sourceOf(cells, corpus), valueAt(hits[nth], '_source')];
    if (isDeepStrictEqual(written, got)) continue;
    const what = '_source differs from the document that was written';
    throw noted(new Mismatch(written, got, what), { content: 'as written' });
  }
}

/** Throws Mismatch if a document does not have the content that it had on the one page. */
export function expectSameContent(whole: Page, walked: Page): void {
  const keys = keysOfHits(whole);
  for (const [at, key] of keysOfHits(walked).entries()) {
    const [before, after] = [whole[keys.indexOf(key)], walked[at]].map((hit) =>
      valueAt(hit, '_source'),
    );
    if (isDeepStrictEqual(before, after)) continue;
    throw new Mismatch(before, after, `the content of ${key} changed during the walk`);
  }
}

/** Throws Mismatch unless each document has a tiebreaker of its own, which is the same in a walk as on one page. */
export function expectTiebreakers(whole: Page, walked: Page): void {
  const [before, after] = [whole, walked].map((hits) =>
    hits.map((hit) => String(listAt(hit, 'sort').at(-1))),
  );
  if (new Set(before).size !== whole.length) {
    const message = 'two documents share a tiebreaker';
    throw new Mismatch('a different tiebreaker for each document', before, message);
  }
  if (String(before) !== String(after)) {
    throw new Mismatch(before, after, 'the tiebreaker of a document changed');
  }
}

/** Throws Mismatch if a batch before the last has fewer hits than its size. */
export function expectFull(pages: readonly Page[], size: number): void {
  const sizes = pages.map(({ length }) => length);
  if (sizes.slice(0, -1).every((length) => length === size)) return;
  throw new Mismatch(`batches of ${size}`, sizes, 'a batch before the last is not full');
}
