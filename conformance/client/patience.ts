import type { Client } from '../driver/client.ts';
import { operationTitle } from '../driver/find-operation.ts';
import type { Target } from '../driver/target.ts';
import { Incomplete, KitFault, Mismatch, TimedOut, Violation } from '../base/errors.ts';
import type { WireRequest, WireResponse, UnansweredRequest } from '../base/exchange.ts';
import { openTargetClient } from './target-client.ts';
import { now, wait, isShuttingDown } from '../base/environment.ts';
import { credentialOf, keyIn } from './secrets.ts';

/** Calls `send`. If it throws, `note` receives the reason and the duration, and the error is thrown again. */
export async function notingSilence<Answer>(
  send: () => Promise<Answer>,
  note: (silence: Pick<UnansweredRequest, 'problem' | 'duration_ms'>) => void,
): Promise<Answer> {
  const started_ms = now();
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof KitFault) && error instanceof Error) {
      note({ problem: error.message, duration_ms: now() - started_ms });
    }
    throw error;
  }
}

/** After this many requests of an operation without an answer, none is waited for in full. */
const maxSilences = 3;

/** After this many in a row without an answer, the operation gets no requests any more. */
const maxInRow = 10;

/** Time limit for an operation that did not answer before. */
const shortTimeout_ms = 1000;

/** The number of requests without an answer: of all, and of the latest in a row. */
interface Silence {
  readonly all: number;
  readonly inRow: number;
}

/** The operations that did not answer a process, by their titles. */
export type Silences = Map<string, Silence>;

/**
 * A client that does not wait in full for an operation that did not answer three times: it then throws Incomplete after
 * a second, and without sending anything after ten silences in a row. Otherwise it sends and throws as `driver/client.ts`.
 */
export function patientClient(target: Target, silences: Silences): Client {
  const full = openTargetClient(target);
  const timeout_ms = Math.min(target.timeout_ms, shortTimeout_ms);
  const short = openTargetClient({ ...target, timeout_ms });
  const silenceOf = (operation: string): Silence => silences.get(operation) ?? { all: 0, inRow: 0 };

  async function sendBriefly(wire: WireRequest, operation: string): Promise<WireResponse> {
    const before = `${operation} did not answer before`;
    if (silenceOf(operation).inRow >= maxInRow) {
      throw new Incomplete(`${before}, ${maxInRow} times in a row: no request is sent any more`);
    }
    try {
      return await short.send(wire);
    } catch (error) {
      if (!(error instanceof TimedOut)) throw error;
      throw new Incomplete(`${before}: not waited for longer than ${timeout_ms} ms`, {
        cause: error,
      });
    }
  }

  return {
    async send(wire) {
      const operation = operationTitle(wire.method, wire.path);
      const isKnown = silenceOf(operation).all >= maxSilences;
      // Others may have been sent meanwhile.
      const note = (isAnswered: boolean): void => {
        const { all, inRow } = silenceOf(operation);
        const next = isAnswered ? { all, inRow: 0 } : { all: all + 1, inRow: inRow + 1 };
        silences.set(operation, next);
      };
      try {
        const response = await (isKnown ? sendBriefly(wire, operation) : full.send(wire));
        if (silences.has(operation)) note(true);
        return response;
      } catch (error) {
        const silence = error instanceof Incomplete ? error.cause : error;
        if (silence instanceof TimedOut) note(false);
        throw error;
      }
    },
    close() {
      full.close();
      short.close();
    },
  };
}

/** The options of a wait. */
export interface Waiting {
  /** The awaited condition, for the error message. */
  readonly description: string;
  /** The pause between two attempts. */
  readonly interval_ms: number;
  /** The time limit of the whole wait. */
  readonly deadline_ms: number;
  /** Called before each attempt. */
  readonly before: () => Promise<void>;
}

/**
 * Repeats the attempt while it throws Mismatch, and returns its result. Throws Mismatch of kind `never` after the
 * deadline. Any other error, including a Violation, ends the wait immediately.
 */
export async function waitUntil<T>(waiting: Waiting, attempt: () => Promise<T>): Promise<T> {
  const end_ms = now() + waiting.deadline_ms;
  for (;;) {
    await waiting.before();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Mismatch) || error instanceof Violation) throw error;
      if (now() >= end_ms) {
        const message = `${waiting.description}: not within ${waiting.deadline_ms} ms (${error.message})`;
        throw new Mismatch(error.expected, error.got, { message, kind: 'never' });
      }
    }
    await wait(waiting.interval_ms);
  }
}

/** How long a server may take until each part of it knows a new key; the specification does not say. */
const patience_ms = 1000;

/** Between two attempts. */
const pause_ms = 100;

/**
 * Returns a client that waits for new API keys: a request with a key that the server has just returned is sent again as long
 * as it is answered with 401, for up to a second after the creation of the key. Sends and throws as the given client.
 */
export function waitingForNewKeys(client: Client): Client {
  const created_ms = new Map<string, number>();
  return {
    async send(request) {
      for (let resent = {}; ;) {
        const response = { ...(await client.send(request)), ...resent };
        const key = keyIn({ request, response });
        if (key !== undefined) created_ms.set(`ApiKey ${credentialOf(key)}`, now());
        const since_ms = created_ms.get(request.headers['authorization'] ?? '');
        const isNew = since_ms !== undefined && now() - since_ms < patience_ms;
        if (response.status !== 401 || !isNew || isShuttingDown()) return response;
        await wait(pause_ms);
        resent = { resent: 'the server did not know the new key yet (401)' };
      }
    },
    close: () => client.close(),
  };
}
