import { isDeepStrictEqual } from 'node:util';
import { Mismatch } from '../../base/errors.ts';
import type { Page } from '../../client/walking.ts';
import { valueAt } from '../../client/json-path.ts';

/** The contents of documents by id. */
export type Contents = ReadonlyMap<string, object>;

/** The documents at the opening of a search context, and the ids of those that it has returned. */
export interface FrozenView {
  readonly atOpening: Contents;
  /** The ids of the documents that the context has returned. */
  readonly given: ReadonlySet<string>;
}

/** Returns the view of a context that is opened with these documents. */
export function freeze(contents: Contents): FrozenView {
  return { atOpening: new Map(contents), given: new Set() };
}

/**
 * Returns the view after a page of at most `size` hits. Throws Mismatch unless each hit is a document with its content
 * at the opening and was not returned before, and unless the page contains `size` hits or all remaining ones.
 */
export function take(view: FrozenView, page: Page, size: number): FrozenView {
  const given = new Set(view.given);
  for (const hit of page) {
    const id = String(valueAt(hit, '_id'));
    expectAsAtOpening(view, hit);
    if (given.has(id))
      throw new Mismatch('each document once', id, `${id} was returned a second time`);
    given.add(id);
  }
  const wanted = Math.min(size, view.atOpening.size - view.given.size);
  if (page.length !== wanted) {
    throw new Mismatch(wanted, page.length, 'the page contains a wrong number of hits');
  }
  return { ...view, given };
}

function expectAsAtOpening(view: FrozenView, hit: unknown): void {
  const id = String(valueAt(hit, '_id'));
  const expected = view.atOpening.get(id);
  const got = valueAt(hit, '_source');
  if (expected === undefined) {
    const ids = [...view.atOpening.keys()];
    throw new Mismatch(ids, id, `${id} did not exist when the context was opened`);
  }
  if (!isDeepStrictEqual(expected, got)) {
    throw new Mismatch(
      expected,
      got,
      `${id} does not have the content that it had when the context was opened`,
    );
  }
}
