import { isDeepStrictEqual } from 'node:util';
import { at, Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { present } from '../../base/present.ts';
import { awaitVisible, writeDocument } from '../../client/documents.ts';
import { expectSuccess, isSuccess, isRefusal } from '../../client/expectations.ts';
import { valueAt } from '../../base/body.ts';
import { pageOf } from '../../client/walking.ts';
import type { World } from '../../client/world.ts';
import type { CopyRow } from '../dimensions/copy-dimensions.ts';
import { expectSame, wholeCorpus } from '../querying.ts';
import { prepared } from '../set-up.ts';
import type { CopiedDocument, Copy, Rule } from './copy.ts';

/** An index with a copy. */
interface Copied {
  readonly world: World;
  readonly index: string;
  readonly copy: Copy;
}

/**
 * Throws Mismatch unless the documents of a copy are accepted, copied and found as `dynamic` says. Returns false if the server
 * does not find the source itself in a list or by a nested query, which the specification does not show.
 */
export async function judgeCopy(copied: Copied, row: CopyRow): Promise<boolean> {
  const accepted = await writeCopies(copied, row);
  if (accepted === undefined) return true;
  if (!(await findsSource(copied, row, accepted))) return false;
  await expectCopied(copied, row, accepted);
  return true;
}

/** True if searches find the values of a source in a nested object or in a list of objects; also if it is in none. */
async function findsSource(
  { world, index, copy }: Copied,
  { type, holder }: CopyRow,
  accepted: readonly CopiedDocument[],
): Promise<boolean> {
  if (holder === 'object') return true;
  for (const value of copy.values) {
    const query = within(copy, copy.from, queryFor(type, copy.from, value));
    const body = { query, size: wholeCorpus };
    const answer = await world.send({ method: 'GET', path: `/${index}/_search`, body });
    if (isRefusal(answer)) return false;
    const wanted = accepted.filter(({ own }) => own.includes(value));
    if (pageOf(answer).length !== wanted.length) return false;
  }
  return true;
}

/**
 * Creates the index of a copy and writes its documents, with used ids each over another one. Returns those that are in the
 * index: what is refused leaves the earlier one. Returns undefined if the mapping was refused, as it may be under a strict
 * `dynamic`. Throws Mismatch if what has to be accepted is refused, and the other way.
 */
async function writeCopies(
  copied: Copied,
  { id: use }: CopyRow,
): Promise<readonly CopiedDocument[] | undefined> {
  const { world, index, copy } = copied;
  const { creation, documents, accepts } = copy;
  const created = await world.send({ method: 'PUT', path: `/${index}`, body: creation });
  if (accepts !== 'yes' && isRefusal(created)) return undefined;
  expectSuccess(created);
  const kept = new Map<string, CopiedDocument>();
  for (const [number, document] of documents.entries()) {
    const { id } = document;
    const other = { ...at(documents, (number + 1) % documents.length), id };
    for (const each of use === 'used id' ? [other, document] : [document]) {
      if (await isAccepted(copied, each)) kept.set(id, each);
    }
  }
  await prepared(() => awaitVisible(world, index));
  return [...kept.values()];
}

/** Writes a document; returns whether it was accepted. Throws Mismatch if it has to be and is not, and the other way. */
async function isAccepted(
  { world, index, copy }: Copied,
  document: CopiedDocument,
): Promise<boolean> {
  const { id, source } = document;
  const exchange = await writeDocument(world, { index, id, source });
  const isStored = isSuccess(exchange.response.status);
  const rule = ruleFor(document, copy.accepts);
  if (rule === 'yes' || !(isStored || isRefusal(exchange))) expectSuccess(exchange);
  if (rule === 'no' && isStored) {
    throw new Mismatch('a refusal', exchange.response.status, 'a target is missing under strict');
  }
  return isStored;
}

/**
 * Whether a document has to be accepted: under `strict`, one that copies nothing is, unless it says so by a null or a list.
 * Null among the values is left open.
 */
function ruleFor({ copied, source, hasSource }: CopiedDocument, accepts: Rule): Rule {
  if (accepts === 'yes' && hasNull(source)) return 'open';
  if (accepts !== 'no') return accepts;
  if (copied.length > 0) return 'no';
  return hasSource ? 'open' : 'yes';
}

function hasNull(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  return value === null || Object.values(value).some(hasNull);
}

/** Throws Mismatch unless searches find the accepted documents as they were sent, and their values where they belong. */
async function expectCopied(
  { world, index, copy }: Copied,
  { type }: CopyRow,
  accepted: readonly CopiedDocument[],
): Promise<void> {
  const { values, from, targets, received, empty, finds } = copy;
  const send = (query?: object): Promise<Exchange> => {
    const body = { ...present({ query }), size: wholeCorpus };
    return world.send({ method: 'GET', path: `/${index}/_search`, body });
  };
  const idsIn = (answer: Exchange): readonly string[] => {
    const hits = pageOf(answer);
    for (const hit of hits) expectAsSent(hit, accepted);
    return hits.map((hit) => String(valueAt(hit, '_id')));
  };
  const idsWith = (value: unknown, member: 'own' | 'copied'): readonly string[] =>
    accepted.filter((document) => document[member].includes(value)).map(({ id }) => id);
  expectSame(
    accepted.map(({ id }) => id),
    idsIn(await send()),
    'all documents',
  );
  for (const value of values) {
    const ask = (field: string, own = type): Promise<Exchange> =>
      send(within(copy, field, queryFor(own, field, value)));
    const expectNone = async (field: string, own = type): Promise<void> => {
      const answer = await ask(field, own);
      // A query on a field that has no mapping may be refused.
      if (!isRefusal(answer)) expectSame([], idsIn(answer), `${String(value)} in ${field}`);
    };
    expectSame(idsWith(value, 'own'), idsIn(await ask(from)), `${String(value)} in ${from}`);
    for (const [at, target] of targets.entries()) {
      // The second target is mapped, so that it receives the value whatever happens to the first.
      const isFound = at > 0 ? 'yes' : finds;
      const own = at === 0 ? received : type;
      if (isFound === 'no') await expectNone(target, own);
      if (isFound !== 'yes') continue;
      const got = idsIn(await ask(target, own));
      expectSame(idsWith(value, 'copied'), got, `${String(value)} in ${target}`);
    }
    for (const name of empty) await expectNone(name);
  }
}

/** A query of a field, which is a nested query if the field is in a nested object. */
function within({ nested }: Copy, field: string, query: object): object {
  const isInside = nested !== undefined && field.startsWith(`${nested}.`);
  return isInside ? { nested: { path: nested, query } } : query;
}

/** A query that finds a value in a field. */
function queryFor(type: CopyRow['type'], field: string, value: unknown): object {
  if (type === 'text') return { match: { [field]: { query: value, operator: 'and' } } };
  if (type === 'keyword' || type === 'boolean')
    return { term: { [field]: type === 'keyword' ? String(value) : value } };
  return { range: { [field]: { gte: value, lte: value } } };
}

/** Throws Mismatch unless a hit is the document that was sent. */
function expectAsSent(hit: unknown, accepted: readonly CopiedDocument[]): void {
  const id = valueAt(hit, '_id');
  const sent = accepted.find((document) => document.id === id);
  const got = valueAt(hit, '_source');
  if (sent !== undefined && isDeepStrictEqual(sent.source, got)) return;
  const expected = sent?.source ?? 'no such document';
  throw new Mismatch(expected, got, '_source differs from the document that was sent');
}
