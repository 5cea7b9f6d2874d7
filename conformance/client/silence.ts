import { now } from '../base/environment.ts';
import { KitFault } from '../base/errors.ts';
import type { UnansweredRequest } from '../base/exchange.ts';

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
