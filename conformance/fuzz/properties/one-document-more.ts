import fc from 'fast-check';
import { writeAll } from '../../client/documents.ts';
import { pageOf } from '../../client/cursors.ts';
import { keysOf } from '../../client/hit-keys.ts';
import { isRefusal } from '../../client/refusals.ts';
import type { World } from '../../client/world.ts';
import { corpus, leaner, withFields } from '../arbitraries/corpus.ts';
import { documentWith } from '../arbitraries/document.ts';
import {
  fieldsOf,
  type KnownQuery,
  knownQuery,
  matches,
  queryMember,
} from '../arbitraries/query.ts';
import { property } from '../property.ts';
import { expectSame, maxHits, search } from '../searching.ts';
import { prepared, store } from '../set-up.ts';

/** The id of the document that is added; those of a corpus are numbers. */
const added = 'more';

const fields = ['n', 'word'] as const;

/**
 * The same search by GET and by POST finds the same, whatever was searched before; one document more changes the result by
 * this document or not at all; a narrower query finds no document that the wider one does not find.
 */
export const oneDocumentMore = property({
  id: 'one-document-more',
  describe:
    'A search finds the same again after other searches, and one document more changes it by this document only.',
  clauses: [
    'search.get-with-target',
    'search.range-gte',
    'search.range-lte',
    'search.range-both-bounds',
    'search.term-exact',
    'search.terms-any-of',
  ],
  arbitrary: (support) =>
    leaner(
      fc.record({
        corpus: corpus(support, { fields, maxDocuments: 8 }),
        query: knownQuery,
        others: fc.array(knownQuery, { maxLength: 3 }),
        document: documentWith(fields),
      }),
      (given) =>
        withFields(
          given,
          [given.query, narrower(given.query) ?? given.query, ...given.others].flatMap(fieldsOf),
        ),
    ),
  async holds(world, { corpus: given, query, others, document }) {
    const { target } = await store(world, given);
    const before = await found(world, target, query);
    for (const other of others) await found(world, target, other);
    expectSame(before, await found(world, target, query), 'the same search after other searches');
    const again = await posted(world, target, query);
    if (again !== undefined) expectSame(before, again, 'the same search by POST');
    const narrow = narrower(query);
    if (narrow !== undefined) {
      const fewer = await found(world, target, narrow);
      const common = fewer.filter((key) => before.includes(key));
      expectSame(common, fewer, 'a narrower query compared with the wider one');
    }
    await prepared(() => writeAll(world, [{ index: target, id: added, source: document }]));
    const after = await found(world, target, query);
    const more = matches(query, document) ? [`${target}/${added}`] : [];
    expectSame([...before, ...more], after, 'the search after one document more');
  },
});

async function found(world: World, target: string, query: KnownQuery): Promise<readonly string[]> {
  return keysOf(await search(world, target, { ...queryMember(query), size: maxHits }));
}

/** The specification shows searches by GET: a server may refuse them by POST. */
async function posted(
  world: World,
  target: string,
  query: KnownQuery,
): Promise<readonly string[] | undefined> {
  const body = { ...queryMember(query), size: maxHits };
  const path = `/${target}/_search`;
  const exchange = await world.send({ method: 'POST', path, body });
  return isRefusal(exchange) ? undefined : keysOf(pageOf(exchange));
}

/** Returns a query that finds a part of what a query finds; undefined if none is known. */
function narrower(query: KnownQuery): KnownQuery | undefined {
  switch (query.kind) {
    case 'all':
      return { kind: 'from', gte: 0 };
    case 'from':
      return { kind: 'from', gte: Math.min(query.gte + 1, 2 ** 31 - 1) };
    case 'to':
      return { kind: 'to', lte: Math.max(query.lte - 1, -(2 ** 31)) };
    case 'words':
      return { kind: 'words', values: query.values.slice(0, 1) };
    case 'word':
      return undefined;
    default:
      return query satisfies never;
  }
}
