import type { DataTable } from '@cucumber/cucumber';
import { textOf } from '../base/body.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { managementUiOf, uiNamesOf } from '../driver/profile.ts';
import { agentKeyFormIn, type AgentKeyWish, holdsWords } from '../html/agent-key-form.ts';
import {
  askForAgentKey,
  type Attempt,
  comeBack,
  lastAttempt,
  lastVisit,
  openAgentKeys,
} from '../client/agent-keys.ts';
import type { World } from '../client/world.ts';
import { only, type Options, defineChoice, definePhrase, entriesOf } from './wordings.ts';

definePhrase('the management UI', (world) => saveNames(world, managementUiOf(world.profile)));

definePhrase('the application and the space of the management UI, or made-up ones', (world) =>
  saveNames(world, uiNamesOf(world.profile)),
);

function saveNames(world: World, { application, space }: ReturnType<typeof uiNamesOf>): void {
  world.save('ui_application', application);
  world.save('ui_space', space);
}

definePhrase<[Options, DataTable]>(
  'the client sends the form for agent keys{options} with:',
  (world, [options, table]) => {
    const { user, owner } = only(options, 'user', 'owner');
    return askForAgentKey(world, { visitor: user, owner, wish: wishOf(world, table) });
  },
);

defineChoice('the client {opens}', [
  [/opens the page of agent keys/, (world) => openAgentKeys(world, undefined)],
  [/opens the page that showed the key/, (world) => comeBack(world, 'address')],
  [/reloads the page that showed the key/, (world) => comeBack(world, 'reload')],
]);

defineChoice('the page {pageOutcome}', [
  [
    /creates and shows an agent key/,
    (world) => {
      const problem = problemOf(lastAttempt(world));
      if (problem !== undefined) throw problem;
    },
  ],
  [
    /creates no agent key/,
    (world) => {
      const { made } = lastAttempt(world);
      if (made.length > 0) throw new Mismatch('no new key', made, 'a key was created');
    },
  ],
  [/offers the privilege "([^"]*)"/, expectOffer],
]);

/** True if a response or page of the latest visit contains these words, in any encoding of HTML or URLs. */
export function pageHolds(world: World, words: string): boolean {
  const { answers, page } = lastVisit(world);
  const bodies = answers.flatMap((answer) =>
    [textOf(answer), answer.headers['location'] ?? []].flat(),
  );
  return [...bodies, ...page.texts].some((text) => holdsWords(text, words));
}

/** Records the application of the management UI, and the number of keys that the latest attempt created. */
export function recordApplication(world: World): void {
  const { opened, made } = lastAttempt(world);
  world.observe('application', managementUiOf(world.profile).application);
  world.observe('page of agent keys', { status: opened.status, keys_created: made.length });
}

/** The values for the form; a field that is not in the table stays empty. */
function wishOf(world: World, table: DataTable): AgentKeyWish {
  const { name, privileges, ...rest } = table.rowsHash();
  const [stray] = Object.keys(rest);
  if (stray !== undefined) throw new KitFault(`the agent key form has no field ${stray}`);
  return {
    name: name === undefined || name === '' ? '' : world.name(name),
    privileges: privileges === undefined || privileges === '' ? [] : entriesOf(privileges),
  };
}

/** Throws Mismatch unless the form on the latest page offers the privilege. */
function expectOffer(world: World, privilege: string): void {
  const { page, status } = lastVisit(world);
  const form = agentKeyFormIn(page);
  if (form === undefined) throw withoutForm(status);
  if (form.choices.has(privilege)) return;
  throw new Mismatch(privilege, [...form.choices.keys()], `the form does not offer ${privilege}`);
}

function withoutForm(status: number): Mismatch {
  const message = 'the agent keys page has no form that offers a privilege';
  return new Mismatch('an agent key form', `status ${status}`, message);
}

/** The reason why an attempt failed; undefined if the requested key was created and shown. */
function problemOf({ wish, opened, form, sent, made, shown }: Attempt): Mismatch | undefined {
  if (form === undefined) return withoutForm(opened.status);
  if (form.name === undefined) {
    return new Mismatch('a field for the name', 'absent', 'the form has no field for the name');
  }
  const offered = [...form.choices.keys()];
  const missing = wish.privileges.filter((privilege) => !offered.includes(privilege));
  if (missing.length > 0) {
    return new Mismatch(wish.privileges, offered, `the form does not offer ${missing.join(', ')}`);
  }
  const [key] = made;
  if (key === undefined || made.length > 1) {
    const message = `the form returned status ${sent?.status ?? 0}, and ${made.length} keys were created`;
    return new Mismatch('one new key', made, message);
  }
  if (key.name !== wish.name)
    return new Mismatch(wish.name, key.name, 'the key has a different name');
  if (shown) return undefined;
  return new Mismatch(
    'its secret',
    'absent',
    'the page after the creation does not show the secret of the key',
  );
}
