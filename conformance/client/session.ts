import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client } from '../driver/client.ts';
import type { WireRequest } from '../base/exchange.ts';
import type { Profile } from '../driver/profile.ts';
import type { IntakeCommand, IntakeProcess } from '../driver/intake-command.ts';
import type { SchemaCheck } from '../driver/exchange.ts';
import type { Target } from '../driver/target.ts';
import { KitFault } from '../base/errors.ts';
import { waitingForNewKeys } from './patience.ts';
import type { ScenarioRecord } from './record.ts';

/** Everything that the scenarios of one job share: the target, and the connection to the worker. */
export interface Session {
  readonly target: Target;
  readonly client: Client;
  readonly intakeCommand: IntakeCommand;
  readonly profile: Profile;
  readonly check: SchemaCheck;
  /** The prefix of every name of the run: `ck-<run>-<worker>`. */
  readonly prefix: string;
  /** A number that no other scenario of this worker gets. */
  nextNumber(): number;
  /** True if the run is being stopped: scenarios then send no more requests except those that clean up. */
  isStopping(): boolean;
  /** Reports to the parent what it must undo if this worker dies before the result of the scenario. */
  announceCleanup(actions: readonly (WireRequest | IntakeProcess)[]): void;
  /** Reports a text to the parent that no output may show. */
  announceSecret(secret: string): void;
  /** Stores the record of a scenario; `id` is the id of its attempt (testCaseStartedId). */
  recordScenario(id: string, record: ScenarioRecord): void;
}

const sessions = new AsyncLocalStorage<Session>();
let outside: Session | undefined;

/** Runs `use` with a session of its own: several jobs of a process run at the same time. */
export function withSession<Result>(session: Session, use: () => Result): Result {
  return sessions.run(session, use);
}

/** Sets the session for every World that is created after this call outside `withSession`. */
export function openSession(session: Session): void {
  outside = session;
}

/** The session of the current job. Throws KitFault if steps run outside a worker. */
export function openedSession(): Session {
  const session = sessions.getStore() ?? outside;
  if (session === undefined) throw new KitFault('the steps run outside a worker of the kit');
  return session;
}

/** The session of the current job for a scenario, which waits for the API keys that it creates. Throws as `openedSession`. */
export function scenarioSession(): Session {
  const session = openedSession();
  return { ...session, client: waitingForNewKeys(session.client) };
}
