import type { Client } from '../driver/client.ts';
import type { IntakeCommand } from '../driver/intake-command.ts';
import {
  type Cleanup,
  gathered,
  isSeries,
  type Removal,
  type Series,
  successorsOf,
} from './cleanup.ts';
import { isSuccess } from './expectations.ts';

/** The client that sends cleanup requests, and the command that stops an intake. */
interface CleanupTools {
  readonly client: Pick<Client, 'send'>;
  readonly intakeCommand: Pick<IntakeCommand, 'stop'>;
}

/** The actions that undo what a scenario created. */
export class CleanupList {
  readonly #actions = new Map<string, Cleanup>();

  /** The keys of actions that may fail, since nothing should be left to undo. */
  readonly #doubtful = new Set<string>();

  /** Adds an action, unless there is one with this key; returns true if the key is new, or was doubtful. */
  add(action: Cleanup, key = `cleanup ${this.#actions.size}`): boolean {
    const isNew = !this.#actions.has(key);
    if (isNew) this.#actions.set(key, action);
    return isNew || this.#doubtful.delete(key);
  }

  /** The actions with these keys are for what should not exist, until the next `add`: they may fail. */
  doubt(keys: readonly string[]): void {
    for (const key of keys) this.#doubtful.add(key);
  }

  /** Runs all actions, the latest first, and returns a description of each action that failed twice. */
  async run(tools: CleanupTools): Promise<readonly string[]> {
    const failed: Cleanup[] = [];
    const actions = [...this.#actions].map(([key, action]): Cleanup => {
      return this.#doubtful.has(key) ? async () => void (await undo(action, tools)) : action;
    });
    for (const action of gathered(actions.toReversed())) {
      if ((await undo(action, tools)) !== undefined) failed.push(action);
    }
    // An action that depends on another one (an alias can be deleted only after its index) may succeed now.
    const leftovers: string[] = [];
    for (const action of failed) {
      const problem = await undo(action, tools);
      if (problem !== undefined) leftovers.push(problem);
    }
    this.#actions.clear();
    return leftovers;
  }
}

/** Runs one action; returns a description of its failure, or undefined if it succeeded. */
async function undo(
  action: Cleanup,
  { client, intakeCommand }: CleanupTools,
): Promise<string | undefined> {
  try {
    if (typeof action === 'function') {
      await action();
      return undefined;
    }
    if ('pid' in action) {
      await intakeCommand.stop(action);
      return undefined;
    }
    return await remove(isSeries(action) ? action : [action], client);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Sends the requests of a series; returns a description of the last one that failed. */
async function remove(series: Series, client: CleanupTools['client']): Promise<string | undefined> {
  let problem: string | undefined;
  let hasRemoved = false;
  const requests = [...series];
  for (const request of requests) {
    const { status } = await client.send(request);
    const answered = `${request.method} ${request.path} answered ${status}`;
    if (isSuccess(status)) {
      hasRemoved = true;
      // A server that runs policies by itself may have rolled over more often than the scenario has asked for.
      const isLast = request === requests.at(-1) && series.length > 1;
      if (isLast && requests.length < maxSeries) requests.push(...removalAfter(request));
    } else if (!saysGone.has(status)) problem = answered;
    else if (hasRemoved) break;
    else if (await isStillThere(request, client)) problem = `${answered}, but a search finds it`;
  }
  return problem;
}

/** Limit on the requests of a series. */
const maxSeries = 100;

/** The removal of the index that the next rollover creates; empty for what is no index. */
function removalAfter({ index = '', body, ...removal }: Removal): readonly Removal[] {
  return successorsOf(index)
    .slice(0, 1)
    .map((next) => ({
      ...removal,
      index: next,
      path: removal.path.replace(index, next),
      ...(typeof body === 'string' ? { body: body.replace(index, next) } : {}),
    }));
}

/** Statuses of a removal that say that there is nothing to remove, or no such request. */
const saysGone: ReadonlySet<number> = new Set([404, 410]);

/** True if a search of the index is answered, and one of an index that never was is not. */
async function isStillThere(
  { index, headers }: Removal,
  client: CleanupTools['client'],
): Promise<boolean> {
  if (index === undefined) return false;
  const finds = async (name: string): Promise<boolean> => {
    const path = `/${encodeURIComponent(name)}/_search`;
    return isSuccess((await client.send({ method: 'GET', path, headers })).status);
  };
  return (await finds(index)) && !(await finds(`${index}-never`));
}
