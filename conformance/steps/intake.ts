import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { at } from '../base/assert.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { pause } from '../base/environment.ts';
import type { Exchange } from '../base/exchange.ts';
import { expectedCell } from '../client/cells.ts';
import { durationOf } from '../client/duration-of.ts';
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
import { scenarioState } from '../client/scenario-state.ts';
import type { World } from '../client/world.ts';
import { answerOf } from './answers.ts';
import type { Credential } from './credentials.ts';
import { optionally } from './optionally.ts';
import { defineWordings, entriesOf } from './wordings.ts';

/** How many keys of the latest step that sent several were let in. */
const keysLetIn = scenarioState(() => ({ number: 0 }));

/** The most keys that one scenario creates. */
const maxKeys = 150;

/** Added to a real wait. */
const margin_ms = 1000;
const longestRealWait_ms = 65_000;

Given(
  'an API key {string} with the privilege(s) {string}',
  async function (this: World, name: string, list: string) {
    await createAgentKey(this, name, entriesOf(list));
  },
);

Given(
  'an intake( with these settings:)',
  optionally<[DataTable?]>(0, async function (table) {
    const rows = table === undefined ? [] : table.raw();
    const settings = rows.map((row) => [at(row, 0), expectedCell(at(row, 1))]);
    await startIntake(this, Object.fromEntries(settings) as Readonly<Record<string, unknown>>);
  }),
);

When(
  'an agent sends a(n) {word} with {credential}',
  async function (this: World, kind: string, credential: Credential) {
    await sendEvent(this, kind, credential());
  },
);

When(
  'an agent fetches its configuration by {word} with {credential}',
  async function (this: World, method: string, credential: Credential) {
    await fetchConfiguration(this, method, credential());
  },
);

When(
  'an agent sends a(n) {word} with each of the keys {string}, {string} after the previous one',
  async function (this: World, kind: string, list: string, duration: string) {
    let letIn = 0;
    for (const name of entriesOf(list)) {
      await passAtIntake(this, duration);
      if (isLetIn(await sendEvent(this, kind, keyHeader(this, name)))) letIn += 1;
    }
    keysLetIn(this).number = letIn;
  },
);

/** Moves the clock of the intake through its hook, or waits; throws KitFault for more than a minute. */
export async function passAtIntake(world: World, duration: string): Promise<void> {
  const duration_ms = durationOf(duration);
  if (duration_ms > longestRealWait_ms) throw new KitFault(`${duration} is more than a minute`);
  if (!world.has('advance_intake_clock')) return pause(duration_ms + margin_ms);
  const values = { duration, duration_ms, seconds: duration_ms / 1000 };
  const { method, path, body } = world.hookRequest('advance_intake_clock', values);
  const asked = { method, path, deliberate: true, base_url: intakeOf(world) };
  await world.send(body === undefined ? asked : { ...asked, body });
}

/** Checks the answer of the intake to an agent; throws Mismatch. */
type Admission = (exchange: Exchange) => void;

defineWordings<Admission>('admission', [
  [/accepts/, () => expectLetIn],
  [/rejects/, () => expectTurnedAway],
]);

Then('the intake {admission} the agent', function (this: World, check: Admission) {
  check(this.last);
});

Then('the intake accepts at most {int} of these keys', function (this: World, most: number) {
  const letIn = keysLetIn(this).number;
  if (letIn <= most) return;
  throw new Mismatch(`${most} at most`, letIn, 'the intake accepts more keys than it may');
});

/** Creates a number of keys, sends an event with each of them, and records how many the intake accepts. */
export async function recordKeysLetIn(world: World, count: number): Promise<void> {
  if (count > maxKeys) throw new KitFault(`${count} keys are too many`);
  let letIn = 0;
  for (let made = 0; made < count; made += 1) {
    await createAgentKey(world, `key-${made}`, ['event:write']);
    if (isLetIn(await sendEvent(world, 'transaction', keyHeader(world, `key-${made}`)))) letIn += 1;
  }
  world.observe('keys', { sent: count, let_in: letIn });
  world.observe('answer to the last', answerOf(world.last));
}
