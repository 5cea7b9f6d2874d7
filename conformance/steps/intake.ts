import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { durationMs } from '../base/duration.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { pause } from '../base/environment.ts';
import { answerOf } from './answers.ts';
import { expectedCell } from '../client/cells.ts';
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
import { inBase64 } from '../client/secrets.ts';
import type { World } from '../client/world.ts';

/** How many keys of the latest step that sent several were let in. */
const keysLetIn = scenarioState(() => ({ number: 0 }));

/** More keys than this are never made by one scenario. */
const maxKeys = 150;

/** Added to a time that is really waited for. */
const margin_ms = 1000;
const longestRealWait_ms = 65_000;

Given(
  'an API key {string} with the privilege(s) {string}',
  async function (this: World, name: string, list: string) {
    const privileges = list.split(',').map((privilege) => privilege.trim());
    await createAgentKey(this, name, privileges);
  },
);

Given('an intake with these settings:', async function (this: World, table: DataTable) {
  const settings = table.raw().map(([name = '', value = '']) => [name, expectedCell(value)]);
  await startIntake(this, Object.fromEntries(settings) as Readonly<Record<string, unknown>>);
});

Given('an intake without settings', async function (this: World) {
  await startIntake(this, {});
});

When(
  'an agent sends a(n) {word} with the key {string}',
  async function (this: World, kind: string, name: string) {
    await sendEvent(this, kind, keyHeader(this, name));
  },
);

When(
  'an agent sends a(n) {word} with {string} in base64 as its key',
  async function (this: World, kind: string, text: string) {
    await sendEvent(this, kind, `ApiKey ${inBase64(this.expand(text))}`);
  },
);

When('an agent sends a(n) {word} without a key', async function (this: World, kind: string) {
  await sendEvent(this, kind, '');
});

When(
  'an agent fetches its configuration by {word} with the key {string}',
  async function (this: World, method: string, name: string) {
    await fetchConfiguration(this, method, keyHeader(this, name));
  },
);

When(
  'an agent fetches its configuration by {word} without a key',
  async function (this: World, method: string) {
    await fetchConfiguration(this, method, '');
  },
);

When(
  'an agent sends a(n) {word} with each of the keys {string}, {string} after the one before',
  async function (this: World, kind: string, list: string, duration: string) {
    let letIn = 0;
    for (const name of list.split(',').map((word) => word.trim())) {
      await passAtIntake(this, duration);
      if (isLetIn(await sendEvent(this, kind, keyHeader(this, name)))) letIn += 1;
    }
    keysLetIn(this).number = letIn;
  },
);

When('{string} passes at the intake', async function (this: World, duration: string) {
  await passAtIntake(this, duration);
});

async function passAtIntake(world: World, duration: string): Promise<void> {
  const duration_ms = durationMs(duration) ?? 0;
  if (duration_ms === 0 || duration_ms > longestRealWait_ms) {
    throw new KitFault(`"${duration}" is no duration of a minute or less`);
  }
  if (!world.has('advance_intake_clock')) return pause(duration_ms + margin_ms);
  const values = { duration, duration_ms, seconds: duration_ms / 1000 };
  const { method, path, body } = world.hookRequest('advance_intake_clock', values);
  const asked = { method, path, deliberate: true, base_url: intakeOf(world) };
  await world.send(body === undefined ? asked : { ...asked, body });
}

Then('the intake lets the agent in', function (this: World) {
  expectLetIn(this.last);
});

Then('the intake has let in {int} of them at most', function (this: World, most: number) {
  const letIn = keysLetIn(this).number;
  if (letIn <= most) return;
  throw new Mismatch(`${most} at most`, letIn, 'the intake let in more keys than it may');
});

Then('the intake turns the agent away', function (this: World) {
  expectTurnedAway(this.last);
});

Then(
  'it is recorded how many of {int} keys the intake lets in',
  async function (this: World, count: number) {
    if (count > maxKeys) throw new KitFault(`${count} keys are too many`);
    let letIn = 0;
    for (let made = 0; made < count; made += 1) {
      await createAgentKey(this, `key-${made}`, ['event:write']);
      if (isLetIn(await sendEvent(this, 'transaction', keyHeader(this, `key-${made}`)))) letIn += 1;
    }
    this.observe('keys', { sent: count, let_in: letIn });
    this.observe('answer to the last', answerOf(this.last));
  },
);
