import { isDeepStrictEqual } from 'node:util';
import { Mismatch } from '../../base/errors.ts';
import type { Page } from '../../client/cursors.ts';
import { valueAt } from '../../client/json-path.ts';

/** Ids of documents and their contents. */
export type Contents = ReadonlyMap<string, object>;

/** The documents at the opening of a search context, and those that it has returned. */
export interface FrozenView {
  readonly atOpening: Contents;
  /** Ids of the documents that it has returned. */
  readonly given: ReadonlySet<string>;
}

/** The view of a context that is opened now. */
export function freeze(contents: Contents): FrozenView {
  return { atOpening: new Map(contents), given: new Set() };
}

/**
 * The view after a page of at most `size` hits. Throws Mismatch unless each hit is a document of the opening as it was
 * then and was not returned before, and the page has as many hits as the rest allows.
 */
export function take(view: FrozenView, page: Page, size: number): FrozenView {
  const given = new Set(view.given);
  for (const hit of page) {
    const id = String(valueAt(hit, '_id'));
    expectAsAtOpening(view, hit);
    if (given.has(id)) throw new Mismatch('each document once', id, `${id} comes a second time`);
    given.add(id);
  }
  const wanted = Math.min(size, view.atOpening.size - view.given.size);
  if (page.length !== wanted) {
    throw new Mismatch(wanted, page.length, 'the page holds another number of hits');
  }
  return { ...view, given };
}

function expectAsAtOpening(view: FrozenView, hit: unknown): void {
  const id = String(valueAt(hit, '_id'));
  const expected = view.atOpening.get(id);
  const got = valueAt(hit, '_source');
  if (expected === undefined) {
    const ids = [...view.atOpening.keys()];
    throw new Mismatch(ids, id, `${id} was not there when the context was opened`);
  }
  if (!isDeepStrictEqual(expected, got)) {
    throw new Mismatch(expected, got, `${id} is not shown as it was when the context was opened`);
  }
}
