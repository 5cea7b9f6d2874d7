import type { DataTable } from '@cucumber/cucumber';
import { at, KitFault, Mismatch } from '../base/errors.ts';
import { bounds } from '../base/bounds.ts';
import { wait } from '../base/environment.ts';
import { expectedCell } from '../client/cells.ts';
import { durationOf } from '../client/moment.ts';
import {
  createAgentKey,
  expectLetIn,
  expectTurnedAway,
  fetchConfiguration,
  intakeOf,
  isLetIn,
  keyHeader,
  sendEvent,
  startIntake,
} from '../client/intake-calls.ts';
import { answerOf } from '../client/recorded-answer.ts';
import { scenarioState } from '../client/scenario-state.ts';
import type { World } from '../client/world.ts';
import type { Credential } from './security.ts';
import { defineChoice, definePhrase, entriesOf } from './wordings.ts';

/** Number of keys that the intake accepted in the latest step that used several keys. */
const keysLetIn = scenarioState(() => ({ number: 0 }));

/** Safety margin that is added to each wait without the hook. */
const margin_ms = 1000;
/** Maximum duration of a wait, a little longer than the minute to which the key limit applies. */
const longestRealWait_ms = 65_000;

definePhrase<[string, string]>(
  'an API key {string} with the privilege(s) {string}',
  (world, [name, list]) => createAgentKey(world, name, entriesOf(list)),
);

definePhrase<[DataTable?]>('an intake( with these settings:)', (world, [table]) => {
  const rows = table === undefined ? [] : table.raw();
  const settings = rows.map((row) => [at(row, 0), expectedCell(at(row, 1))]);
  return startIntake(world, Object.fromEntries(settings) as Readonly<Record<string, unknown>>);
});

definePhrase<[string, Credential]>(
  'an agent sends a(n) {word} with {credential}',
  (world, [kind, credential]) => sendEvent(world, kind, credential()),
);

definePhrase<[string, Credential]>(
  'an agent fetches its configuration by {word} with {credential}',
  (world, [method, credential]) => fetchConfiguration(world, method, credential()),
);

definePhrase<[string, string, string]>(
  'an agent sends a(n) {word} with each of the keys {string}, {string} after the previous one',
  async (world, [kind, list, duration]) => {
    let letIn = 0;
    for (const name of entriesOf(list)) {
      await passAtIntake(world, duration);
      if (isLetIn(await sendEvent(world, kind, keyHeader(world, name)))) letIn += 1;
    }
    keysLetIn(world).number = letIn;
  },
);

/** Advances the clock of the intake through its hook, or else waits. Throws KitFault for more than a minute. */
export async function passAtIntake(world: World, duration: string): Promise<void> {
  const duration_ms = durationOf(duration);
  if (duration_ms > longestRealWait_ms) throw new KitFault(`${duration} is more than a minute`);
  if (!world.has('advance_intake_clock')) return wait(duration_ms + margin_ms);
  const values = { duration, duration_ms, seconds: duration_ms / 1000 };
  const { method, path, body } = world.hookRequest('advance_intake_clock', values);
  const request = { method, path, deliberate: true, base_url: intakeOf(world) };
  await world.send(body === undefined ? request : { ...request, body });
}

defineChoice('the intake {admission}', [
  [/accepts the agent/, ({ last }) => expectLetIn(last)],
  [/rejects the agent/, ({ last }) => expectTurnedAway(last)],
  [
    /accepts at most (\d+) of these keys/,
    (world, max) => {
      const letIn = keysLetIn(world).number;
      if (letIn <= Number(max)) return;
      throw new Mismatch(`at most ${max}`, letIn, 'the intake accepts more keys than its limit');
    },
  ],
]);

/** Creates keys, sends an event with each of them, and records the number of accepted keys. */
export async function recordKeysLetIn(world: World, count: number): Promise<void> {
  if (count > bounds.keys)
    throw new KitFault(`${count} keys are more than the maximum of ${bounds.keys}`);
  let letIn = 0;
  for (let number = 0; number < count; number += 1) {
    await createAgentKey(world, `key-${number}`, ['event:write']);
    if (isLetIn(await sendEvent(world, 'transaction', keyHeader(world, `key-${number}`))))
      letIn += 1;
  }
  world.observe('keys', { sent: count, let_in: letIn });
  world.observe('answer to the last', answerOf(world.last));
}
