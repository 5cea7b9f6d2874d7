import { Incomplete, Mismatch, NotClaimed, Violation } from '../base/errors.ts';
import { membersOf } from '../base/body.ts';
import { awaitVisible, type NewDocument, removeDocument, writeAll } from '../client/documents.ts';
import { expectSuccess } from '../client/expectations.ts';
import type { World } from '../client/world.ts';
import type { Corpus } from './arbitraries/corpus.ts';
import { fieldMapping, type Some } from './arbitraries/document.ts';

/** A corpus that is stored on the target. */
export interface Stored {
  /** The name of the index. */
  readonly target: string;
  /** Returns `<index>/<id>` of a document of the corpus. */
  readonly keyOf: (document: Some<'u'>) => string;
}

/** Creates the index of a corpus and waits until its documents are visible. Throws Incomplete if that fails. */
export async function store(world: World, corpus: Corpus): Promise<Stored> {
  const { shards, documents, earlier } = corpus;
  const target = world.name('i0');
  await prepared(async () => {
    await createIndex(world, target, { mappings: fieldMapping, shards });
    const written = (all: Corpus['documents']): NewDocument[] =>
      all.map((source) => ({ index: target, id: `${source.u}`, source }));
    await writeAll(world, written(earlier));
    for (const { u } of earlier) {
      if (documents.every((kept) => kept.u !== u)) await removeDocument(world, target, `${u}`);
    }
    await writeAll(world, written(documents));
    if (documents.length === 0) await awaitVisible(world, target);
  }, 'the index or a document');
  return { target, keyOf: ({ u }) => `${target}/${u}` };
}

/** An index to be created. */
interface NewIndex {
  readonly mappings?: unknown;
  readonly shards: number;
  readonly alias?: string | undefined;
}

/** Creates an index. Omits the number of shards if it is 1. Throws Mismatch if the index is refused. */
export async function createIndex(
  world: World,
  name: string,
  { alias, ...given }: NewIndex,
): Promise<void> {
  const aliases = alias === undefined ? {} : { aliases: { [alias]: {} } };
  const body = { ...templateOf(given), ...aliases };
  expectSuccess(await world.send({ method: 'PUT', path: `/${name}`, body }));
}

/** The body that creates an index, or the template of a data stream. */
export function templateOf({ mappings, shards }: NewIndex): object {
  const settings = shards === 1 ? {} : { settings: { number_of_shards: shards } };
  return { ...settings, ...(mappings === undefined ? {} : { mappings }) };
}

/** Executes a precondition of a property. Throws Incomplete, with its name, if the target refuses it. */
export async function prepared(
  action: () => Promise<void>,
  what = 'a precondition',
): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Mismatch) || error instanceof Violation) throw error;
    throw new Incomplete(`${what} was refused: ${error.message}${answerIn(error)}`);
  }
}

/** The status and the body with which a request was refused, as they follow a message; empty if there was another reason. */
function answerIn({ got }: Mismatch): string {
  const { status, body } = membersOf(got);
  return typeof status === 'number' ? `: ${status} ${String(body)}`.trimEnd() : '';
}

/** Moves the clock of the server. Throws Incomplete without a hook for it. */
export async function passDays(world: World, days: number): Promise<void> {
  const seconds = days * 86_400;
  await world.hook('advance_clock', { duration: `${days}d`, duration_ms: seconds * 1000, seconds });
}

/** Sends what may need something that the profile does not claim; undefined if it does. */
export async function ifClaimed<Result>(send: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof NotClaimed) return undefined;
    throw error;
  }
}
