import { at } from '../../base/errors.ts';
import {
  awaitVisible,
  removeDocument,
  writeAll,
  writeToStream,
  createStream,
} from '../../client/documents.ts';
import type { World } from '../../client/world.ts';
import type { WalkRow } from '../dimensions/walk-dimensions.ts';
import { documentWith, propertiesWith } from '../nested-names.ts';
import type { Cells } from '../arbitraries/edges.ts';
import { createIndex, ifClaimed, prepared, templateOf } from '../set-up.ts';
import { oddContent } from './odd-content.ts';
import { fieldOf, type WalkField } from './walk-fields.ts';

/** A document of a walk: its id, its number, and its values by the names of the fields. */
export interface WalkDocument {
  readonly id: string;
  readonly cells: Cells;
}

/** The fields that slices can be divided by: whole numbers on both sides of zero, and days on both sides of 1970. */
export const sliceFields = { field: 'signed', timestamp: 'day' } as const;

/** A document with the name of its index. */
interface Placed extends WalkDocument {
  readonly index: string;
}

/** Documents on a target, which walks read and change. */
export interface WalkCorpus {
  readonly world: World;
  readonly isStream: boolean;
  /** True if the mapping has a field with objects of their own, which documents fill. */
  readonly isNested: boolean;
  /** The path of a search: an index, an alias, a list or a data stream. */
  readonly target: string;
  readonly fields: readonly WalkField[];
  /** What one more index of the target is created with. */
  readonly creation: Parameters<typeof createIndex>[2];
  documents: readonly Placed[];
}

/** Creates the target of some walks, with a field for each of them, and writes the documents. Throws Incomplete. */
export async function storeWalks(
  world: World,
  rows: readonly WalkRow[],
  documents: readonly WalkDocument[],
): Promise<WalkCorpus> {
  const { target, shards, mapping } = at(rows, 0);
  const fields = rows.map(fieldOf);
  const isStream = target === 'stream';
  const names = target === 'index' ? ['i0'] : ['i0', 'i1'];
  const indices = isStream ? [world.name('stream')] : names.map((name) => world.name(name));
  const alias = target === 'alias' ? world.name('all') : undefined;
  // A document of one index has the id of another in the other index.
  const placed = documents.map((one, nth) => ({
    ...one,
    id: at(documents, Math.floor(nth / indices.length)).id,
    index: at(indices, nth % indices.length),
  }));
  const isNested = mapping === 'nested';
  const path = alias ?? indices.join(',');
  const creationOf = (nth: number): WalkCorpus['creation'] => {
    const mappings = mappingOf(fields, { nth, isNested });
    return { mappings, shards: Number.parseInt(shards, 10), alias };
  };
  const kept = { target: path, fields, documents: placed, creation: creationOf(names.length - 1) };
  const corpus = { world, isStream, isNested, ...kept };
  await prepared(async () => {
    for (const [nth, index] of indices.entries()) {
      if (isStream) await createStream(world, index, templateOf(creationOf(nth)));
      else await createIndex(world, index, creationOf(nth));
    }
    const half = isStream ? Math.ceil(placed.length / 2) : placed.length;
    await writeDocuments(corpus, placed.slice(0, half));
    if (!isStream) return;
    await rollOver(world, path);
    await writeDocuments(corpus, placed.slice(half));
  }, 'the index or a document');
  return corpus;
}

/** Makes a change between two pages, and waits until searches see it. */
export async function change(corpus: WalkCorpus, between: WalkRow['between']): Promise<void> {
  const { world, documents } = corpus;
  const [first, second = first] = documents;
  if (between === 'nothing' || first === undefined || second === undefined) return;
  const u = 1 + Math.max(...documents.map(({ cells }) => cells.u));
  const others = documents.filter((one) => one !== second);
  if (between === 'delete') {
    await removeDocument(world, second.index, second.id);
    await prepared(() => awaitVisible(world, second.index));
    corpus.documents = others;
    return;
  }
  const isAdded = between !== 'replace';
  const isNew = between === 'write to a new index';
  const added = isNew && !corpus.isStream ? world.name(`later-${u}`) : first.index;
  if (added !== first.index) await prepared(() => createIndex(world, added, corpus.creation));
  else if (isNew) await rollOver(world, added);
  const { id, index } = isAdded ? { id: `later-${u}`, index: added } : second;
  const written = { id, index, cells: { ...first.cells, u } };
  await prepared(() => writeDocuments(corpus, [written]));
  corpus.documents = [...(isAdded ? documents : others), written];
}

/** Gives a data stream a new index. A target may refuse this, or have no rollovers: all documents are in one index then. */
async function rollOver(world: World, stream: string): Promise<void> {
  await ifClaimed(() => world.send({ method: 'POST', path: `/${stream}/_rollover` }));
}

async function writeDocuments(corpus: WalkCorpus, documents: readonly Placed[]): Promise<void> {
  const { world, isStream } = corpus;
  const written = documents.map(({ id, index, cells }) => ({
    id,
    index,
    source: sourceOf(cells, corpus),
  }));
  if (!isStream) return writeAll(world, written);
  for (const one of written) await writeToStream(world, one);
  await awaitVisible(world, ...new Set(documents.map(({ index }) => index)));
}

function mappingOf(
  fields: readonly WalkField[],
  { nth, isNested }: { readonly nth: number; readonly isNested: boolean },
): object {
  const parts = { type: 'nested', properties: { v: { type: 'integer' } } };
  return {
    properties: {
      u: { type: 'integer' },
      n: { type: 'integer' },
      word: { type: 'keyword' },
      text: { type: 'text' },
      [sliceFields.field]: { type: 'integer' },
      [sliceFields.timestamp]: { type: 'date' },
      ...(isNested ? { parts } : {}),
      ...propertiesWith(fields.map(({ path, types }) => [path, { type: at(types, nth) }])),
    },
  };
}

const day_ms = 86_400_000;

/** What a document of a data stream needs. */
const startTime = { '@timestamp': '2024-05-01T00:00:00Z' };

/**
 * The text of the document with a number, in words that every analyzer splits alike: most have both red and amber, all have
 * one of them.
 */
export function textOf(number: number): string {
  return at(['red amber', 'amber blue red', 'red', 'red green amber'], number % 4);
}

/** The document with these values, as it is written. */
export function sourceOf(
  cells: Cells,
  { fields, isNested, isStream }: Pick<WalkCorpus, 'fields' | 'isNested' | 'isStream'>,
): object {
  const pathsOf = (cell: string): readonly (readonly string[])[] => {
    const paths = fields.filter(({ name }) => name === cell).map(({ path }) => path);
    return paths.length === 0 ? [[cell]] : paths;
  };
  const values = Object.entries(cells)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => pathsOf(name).map((path) => [path, value] as const));
  const parts = Array.from({ length: cells.u % 3 }, (_, v) => ({ v }));
  const isLong = fields.some(({ types }) => types.includes('date_nanos'));
  // Even numbers are above zero, odd ones below.
  const signed = cells.u % 2 === 0 ? cells.u : -cells.u;
  return {
    ...(isStream ? startTime : {}),
    ...(isNested ? { parts, ...oddContent(cells.u, isLong) } : {}),
    [sliceFields.field]: signed,
    [sliceFields.timestamp]: new Date(signed * day_ms).toISOString(),
    text: textOf(cells.u),
    ...documentWith(values),
  };
}
