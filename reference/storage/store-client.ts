import { Worker } from 'node:worker_threads';
import { StorageProblem } from './storage-problem.ts';
import type { StoreAnswer, StoreRequest } from './worker-protocol.ts';

type Answered<Kind> = Extract<StoreAnswer, { readonly kind: Kind }>;

/** Calls the store in its thread. Errors of the store reject with a StorageProblem. */
export interface StoreClient {
  /** Opens a store; `check` changes nothing in it. */
  open(file: string, mode?: 'use' | 'check'): Promise<Answered<'opened'>>;
  read(): Promise<Uint8Array>;
  commit(operations: Uint8Array<ArrayBuffer>): Promise<Answered<'done'>>;
  purge(): Promise<Answered<'done'>>;
  /** Ends the thread. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: StoreAnswer) => void;
  readonly reject: (problem: Error) => void;
}

/** Starts the thread of the store. */
export function startStoreThread(): StoreClient {
  // The file of the thread is next to this one, both compiled and bundled.
  const worker = new Worker(new URL('./store-thread.js', import.meta.url));
  const waiting: Waiting[] = [];
  let lost: StorageProblem | undefined;
  const giveUp = (reason: string): void => {
    lost ??= new StorageProblem('lost', reason);
    for (const { reject } of waiting.splice(0)) reject(lost);
  };
  worker.on('message', (answer: StoreAnswer) => {
    const first = waiting.shift();
    if (answer.kind === 'failed') {
      first?.reject(new StorageProblem(answer.problem, answer.message));
    } else first?.resolve(answer);
  });
  worker.on('error', (error) => giveUp(error.message));
  worker.on('exit', () => giveUp('the thread of the store has ended'));

  const ask = async <Kind extends StoreAnswer['kind']>(
    kind: Kind,
    request: StoreRequest,
  ): Promise<Answered<Kind>> => {
    if (lost !== undefined) throw lost;
    const answer = await new Promise<StoreAnswer>((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(request, []);
    });
    // Answers arrive in the order of the requests, so the kinds must match.
    if (answer.kind !== kind) throw new StorageProblem('lost', `unexpected [${answer.kind}]`);
    return answer as Answered<Kind>;
  };
  return {
    open: (file, mode = 'use') => ask('opened', { kind: 'open', file, mode }),
    read: async () => (await ask('documents', { kind: 'read' })).documents,
    // The bytes are copied: they are needed again if the commit fails.
    commit: (operations) => ask('done', { kind: 'commit', operations }),
    purge: () => ask('done', { kind: 'purge' }),
    async close() {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      await ask('done', { kind: 'close' });
      await ended;
    },
  };
}
