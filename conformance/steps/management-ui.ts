import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { textOf } from '../base/body.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { managementUiOf } from '../driver/management-ui.ts';
import { agentKeyFormIn, type AgentKeyWish } from '../html/agent-key-form.ts';
import { holdsWords } from '../html/shown-key.ts';
import { currentKey } from '../client/accounts.ts';
import {
  askForAgentKey,
  askWithFormOf,
  type Attempt,
  comeBack,
  lastAttempt,
  lastVisit,
  openAgentKeys,
} from '../client/agent-keys.ts';
import type { World } from '../client/world.ts';

Given('the management UI', function (this: World) {
  const { application, space } = managementUiOf(this.profile);
  this.save('ui_application', application);
  this.save('ui_space', space);
});

When('the client opens the page of agent keys', async function (this: World) {
  await openAgentKeys(this, undefined);
});

When(
  'the client sends the form for agent keys with:',
  async function (this: World, table: DataTable) {
    await askForAgentKey(this, undefined, wishOf(this, table));
  },
);

When(
  'the user {name} sends the form for agent keys with:',
  async function (this: World, user: string, table: DataTable) {
    await askForAgentKey(this, user, wishOf(this, table));
  },
);

When(
  'the user {name} sends the form that the user {name} was shown, with:',
  async function (this: World, user: string, owner: string, table: DataTable) {
    await askWithFormOf(this, user, { owner, wish: wishOf(this, table) });
  },
);

When('the client opens the address at which the key was shown', async function (this: World) {
  await comeBack(this, 'address');
});

When('the client loads the page again on which the key was shown', async function (this: World) {
  await comeBack(this, 'reload');
});

Then('an agent key is created and shown', function (this: World) {
  const problem = problemOf(lastAttempt(this));
  if (problem !== undefined) throw problem;
});

Then('the secret of the API key is kept as {string}', function (this: World, name: string) {
  this.save(name, currentKey(this).secret);
});

Then('no agent key is created', function (this: World) {
  const { made } = lastAttempt(this);
  if (made.length > 0) throw new Mismatch('no new key', made, 'a key was created');
});

Then('the form offers the privilege {string}', function (this: World, privilege: string) {
  const { page, status } = lastVisit(this);
  const form = agentKeyFormIn(page);
  if (form === undefined) throw withoutForm(status);
  if (form.choices.has(privilege)) return;
  throw new Mismatch(privilege, [...form.choices.keys()], `the form does not offer ${privilege}`);
});

Then('the page does not hold {string}', function (this: World, text: string) {
  const { answers, page } = lastVisit(this);
  const words = this.expand(text);
  const bodies = answers.flatMap((answer) => [textOf(answer), answer.headers['location'] ?? '']);
  if (![...bodies, ...page.texts].some((one) => holdsWords(one, words))) return;
  throw new Mismatch('a page without it', 'a page with it', 'the page holds these words');
});

Then(
  'it is recorded under which application the management UI is entered in a role',
  function (this: World) {
    const { opened, made } = lastAttempt(this);
    this.observe('application', managementUiOf(this.profile).application);
    this.observe('page of agent keys', { status: opened.status, keys_created: made.length });
  },
);

function wishOf(world: World, table: DataTable): AgentKeyWish {
  const rows = new Map(table.raw().map(([name = '', value = '']) => [name, value]));
  const stray = [...rows.keys()].find((name) => !['name', 'privileges'].includes(name));
  if (stray !== undefined) throw new KitFault(`the form for agent keys has no field ${stray}`);
  const alias = rows.get('name') ?? '';
  const privileges = (rows.get('privileges') ?? '').split(',').map((name) => name.trim());
  return {
    name: alias === '' ? '' : world.name(alias),
    privileges: privileges.filter((name) => name !== ''),
  };
}

function withoutForm(status: number): Mismatch {
  const message = 'the page of agent keys has no form that offers a privilege';
  return new Mismatch('a form for agent keys', `status ${status}`, message);
}

/** Why it cannot be said that a key was made as it was wanted, and shown. */
function problemOf({ wish, opened, form, sent, made, shown }: Attempt): Mismatch | undefined {
  if (form === undefined) return withoutForm(opened.status);
  if (form.name === undefined) {
    return new Mismatch('a field for the name', 'absent', 'the form asks for no name');
  }
  const offered = [...form.choices.keys()];
  const lacking = wish.privileges.filter((privilege) => !offered.includes(privilege));
  if (lacking.length > 0) {
    return new Mismatch(wish.privileges, offered, `the form does not offer ${lacking.join(', ')}`);
  }
  const [key] = made;
  if (key === undefined || made.length > 1) {
    const message = `the form was answered with ${sent?.status ?? 0}, and ${made.length} keys are new`;
    return new Mismatch('one new key', made, message);
  }
  if (key.name !== wish.name) return new Mismatch(wish.name, key.name, 'the key has another name');
  if (shown) return undefined;
  return new Mismatch(
    'its secret',
    'absent',
    'the page after the creation shows no secret of the key',
  );
}
