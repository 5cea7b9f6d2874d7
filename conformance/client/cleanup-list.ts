import type { Client } from '../driver/client.ts';
import type { IntakeCommand } from '../driver/intake-command.ts';
import { type Cleanup, gathered } from './cleanup.ts';
import { isSuccess } from './expectations.ts';

/** The client that sends cleanup requests, and the command that stops an intake. */
interface CleanupTools {
  readonly client: Pick<Client, 'send'>;
  readonly intakeCommand: Pick<IntakeCommand, 'stop'>;
}

/** The actions that undo what a scenario created. */
export class CleanupList {
  readonly #actions = new Map<string, Cleanup>();

  /** The keys of actions for what was refused each time so far. */
  readonly #doubtful = new Set<string>();

  /** Adds an action, or replaces the action with this key; returns true if the key is new, or was doubtful. */
  add(action: Cleanup, key = `cleanup ${this.#actions.size}`): boolean {
    const isNew = !this.#actions.has(key) || this.#doubtful.delete(key);
    this.#actions.set(key, action);
    return isNew;
  }

  /** Replaces the action with this key by one for what should not exist, until the next `add`. */
  doubt(key: string, action: Cleanup): void {
    this.#actions.set(key, action);
    this.#doubtful.add(key);
  }

  /** Runs all actions, the latest first, and returns a description of each action that failed twice. */
  async run(tools: CleanupTools): Promise<readonly string[]> {
    const failed: Cleanup[] = [];
    for (const action of gathered([...this.#actions.values()].toReversed())) {
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
    const { status } = await client.send(action);
    const isGone = isSuccess(status) || status === 404;
    return isGone ? undefined : `${action.method} ${action.path} answered ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
