import type { MessagePort } from 'node:worker_threads';
import { parentPort } from 'node:worker_threads';
import type { LmdbStore } from './lmdb-store.ts';
import { openLmdb } from './lmdb-store.ts';
import { inWords, StorageProblem } from './storage-problem.ts';
import type { StoreAnswer, StoreRequest } from './worker-protocol.ts';

if (parentPort !== null) serve(parentPort);

/** Answers the requests of the parent thread in their order. */
function serve(port: MessagePort): void {
  let store: LmdbStore | undefined;
  let last: Promise<void> = Promise.resolve();
  port.on('message', (request: StoreRequest) => {
    last = last.then(async () => {
      try {
        if (request.kind === 'open') store = await openLmdb(request.file, request.mode);
        if (store === undefined) throw new StorageProblem('unusable', 'the store is not open');
        port.postMessage(await answer(request, store));
      } catch (error) {
        port.postMessage(failure(request, error));
      }
      if (request.kind === 'close') port.close();
    });
  });
}

async function answer(request: StoreRequest, store: LmdbStore): Promise<StoreAnswer> {
  switch (request.kind) {
    case 'open':
      return { kind: 'opened', records: store.records, sequences: store.sequences };
    case 'read':
      return { kind: 'documents', documents: store.read() };
    case 'commit':
      store.commit(request.operations);
      break;
    case 'purge':
      store.purge();
      break;
    case 'close':
      await store.close();
      return { kind: 'done', purge: false };
    default:
      return request satisfies never;
  }
  return { kind: 'done', purge: store.purging };
}

function failure({ kind }: StoreRequest, error: unknown): StoreAnswer {
  const unknown = kind === 'commit' ? 'not stored' : 'lost';
  const problem = error instanceof StorageProblem ? error.kind : unknown;
  return { kind: 'failed', problem, message: inWords(error) };
}
