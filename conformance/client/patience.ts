import type { Client } from '../driver/client.ts';
import { operationTitle } from '../driver/find-operation.ts';
import type { Target } from '../driver/target.ts';
import { ConnectionLost, Incomplete, Violation, KitFault } from '../base/errors.ts';
import type { WireRequest, WireResponse, UnansweredRequest } from '../base/exchange.ts';
import { openTargetClient } from './target-client.ts';
import { now } from '../base/environment.ts';

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

/** Limit on the operations that are remembered. */
const maxOperations = 500;

/** The operations that did not answer, as far as one process knows. */
export class Patience {
  readonly #silences = new Map<string, number>();
  readonly #inRow = new Map<string, number>();
  readonly #announce: (operation: string) => void;

  /** `announce` tells the other processes about a request without an answer. */
  constructor(announce: (operation: string) => void) {
    this.#announce = announce;
  }

  /** Counts a request without an answer that another process has sent. */
  learn(operation: string): void {
    if (this.#silences.size >= maxOperations && !this.#silences.has(operation)) return;
    this.#silences.set(operation, this.silences(operation) + 1);
  }

  /** Counts a request of this process. */
  note(operation: string, isAnswered: boolean): void {
    if (isAnswered) {
      this.#inRow.delete(operation);
      return;
    }
    this.#inRow.set(operation, this.inRow(operation) + 1);
    this.learn(operation);
    this.#announce(operation);
  }

  /** Number of requests of the operation without an answer. */
  silences(operation: string): number {
    return this.#silences.get(operation) ?? 0;
  }

  /** Number of the latest requests of this process in a row without an answer. */
  inRow(operation: string): number {
    return this.#inRow.get(operation) ?? 0;
  }
}

/**
 * A client that does not wait in full for an operation that did not answer three times: it then throws Incomplete after
 * a second, and without sending anything after ten silences in a row. Otherwise it sends and throws as `driver/client.ts`.
 */
export function patientClient(target: Target, patience: Patience): Client {
  const full = openTargetClient(target);
  const timeout_ms = Math.min(target.timeout_ms, shortTimeout_ms);
  const short = openTargetClient({ ...target, timeout_ms });

  async function sendBriefly(wire: WireRequest, operation: string): Promise<WireResponse> {
    const before = `${operation} did not answer before`;
    if (patience.inRow(operation) >= maxInRow) {
      throw new Incomplete(`${before}, ${maxInRow} times in a row: no request is sent any more`);
    }
    try {
      return await short.send(wire);
    } catch (error) {
      if (!isSilence(error)) throw error;
      throw new Incomplete(`${before}: not waited for longer than ${timeout_ms} ms`, {
        cause: error,
      });
    }
  }

  return {
    async send(wire) {
      const operation = operationTitle(wire.method, wire.path);
      const isKnown = patience.silences(operation) >= maxSilences;
      try {
        const response = await (isKnown ? sendBriefly(wire, operation) : full.send(wire));
        patience.note(operation, true);
        return response;
      } catch (error) {
        const silence = error instanceof Incomplete ? error.cause : error;
        if (isSilence(silence)) patience.note(operation, false);
        throw error;
      }
    },
    close() {
      full.close();
      short.close();
    },
  };
}

/** True if a wait has ended without an answer; a closed connection costs no time. */
function isSilence(error: unknown): error is Violation {
  const isLost = error instanceof ConnectionLost;
  return error instanceof Violation && error.kind === 'no-answer' && !isLost;
}
