import { Readable } from 'node:stream';
import type { Environment } from '../base/environment.ts';
import { parseJson } from '../base/json.ts';
import { loadedLater } from '../base/lazily.ts';
import { ServiceError } from '../base/service-error.ts';
import type { DocumentFormat } from '../formats/format.ts';
import type { Chunk, Piece } from '../formats/table-document.ts';
import { inChunks } from '../formats/table-document.ts';
import { runInTurns } from '../base/work.ts';
import { startYielder } from '../base/yielder.ts';
import type { ExchangeContext } from './exchange.ts';
import { filterPath } from './filter-path.ts';

/** Answers with fewer characters are sent in one piece, with their length. */
const wholeSize = 256 * 1024;

/** Maximum length of a streamed answer to which `filter_path` applies, because it is parsed in one turn. */
const maxFiltered = 4_000_000;

const loadWriters = loadedLater(() => import('../formats/encode-table.ts'));

type Chunks = Generator<Chunk, void, void>;

/**
 * Sends an answer while it is generated, at the pace of the client, and yields to other requests in between. Stops if
 * the client disconnects.
 */
export async function streamReply(
  ctx: ExchangeContext,
  chunks: Chunks,
  environment: Environment,
): Promise<void> {
  const pieces = paced(chunks, environment);
  const first: Piece[] = [];
  let size = 0;
  while (size < wholeSize) {
    const next = await pieces.next();
    if (next.done === true) {
      ctx.body = joined(first);
      return;
    }
    first.push(next.value);
    size += next.value.length;
  }
  ctx.body = Readable.from(following(first, pieces), { objectMode: false });
}

/**
 * Applies `filter_path` to a JSON answer and returns the selected members in the requested format. Throws a
 * ServiceError if the answer is too long.
 */
export async function filterChunks(
  chunks: Chunks,
  { format, filter_path }: { readonly format: DocumentFormat; readonly filter_path: string },
  environment: Environment,
): Promise<Chunks> {
  const pieces: Piece[] = [];
  let size = 0;
  for await (const piece of paced(chunks, environment)) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxFiltered) throw tooLong();
  }
  const parsed = parseJson(joined(pieces).toString('utf8'));
  const kept = (await runInTurns(filterPath(parsed, filter_path), startYielder(environment))) ?? {};
  const { documentPieces } = await loadWriters();
  return inChunks(documentPieces[format](kept));
}

async function* paced(chunks: Chunks, environment: Environment): AsyncGenerator<Piece, void, void> {
  const yielder = startYielder(environment);
  for (const chunk of chunks) {
    if (chunk !== undefined && chunk.length > 0) yield chunk;
    await yielder.yieldIfDue();
  }
}

async function* following(
  first: readonly Piece[],
  rest: AsyncGenerator<Piece, void, void>,
): AsyncGenerator<Piece, void, void> {
  try {
    yield* first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

function joined(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

function tooLong(): ServiceError {
  return new ServiceError(
    'content_too_long_exception',
    `[filter_path] cannot be used with an answer of more than [${maxFiltered}] characters`,
  );
}
