import { defined, KitFault, Mismatch } from '../base/errors.ts';
import { jsonOf, listAt, valueAt } from '../base/body.ts';
import { managementUiOf } from '../driver/profile.ts';
import {
  type AgentKeyForm,
  agentKeyFormIn,
  type AgentKeyWish,
  filledIn,
  isTelling,
  secretsShown,
} from '../html/agent-key-form.ts';
import { type Browser, openBrowser, type Visit } from '../html/browser.ts';
import { adoptKey, authorizationOf, forgetKey, authenticateAs } from './accounts.ts';
import { expectSuccess, isSuccess } from './expectations.ts';
import { scenarioState } from './scenario-state.ts';
import { type CreatedKey, credentialOf } from './secrets.ts';
import type { World } from './world.ts';
import type { HtmlPage } from '../html/page.ts';

/** Minimum length of a part of a credential that is hidden in reports. */
const shortestPart = 8;

/**
 * Finds the secret of the key with this id on a page: the text that authenticates as this key. Undefined if the page
 * does not contain it. Every text that may be the secret is hidden in reports.
 */
async function findSecret(
  world: World,
  page: HtmlPage,
  id: string,
): Promise<CreatedKey | undefined> {
  for (const secret of secretsShown(page, id)) {
    const key = { id, secret };
    if (isTelling(secret)) hideKey(world, key);
    const exchange = await authenticateAs(world, `ApiKey ${credentialOf(key)}`);
    if (!isSuccess(exchange.response.status)) continue;
    hideKey(world, key);
    return key;
  }
  return undefined;
}

/** Hides a key in reports, and also its alphanumeric parts, because a page may encode the characters between them. */
function hideKey(world: World, key: CreatedKey): void {
  const { id, secret } = key;
  const texts = [secret, `${id}:${secret}`, credentialOf(key)];
  const parts = texts.flatMap((text) => text.split(/[^A-Za-z0-9]+/));
  for (const text of [...texts, ...parts.filter((part) => part.length >= shortestPart)]) {
    if (text !== id) world.hide(text);
  }
}

/** The user of the browser: a user that the scenario created, or undefined for the client of the kit. */
export type Visitor = string | undefined;

/** An attempt to create an agent key, and its result. */
export interface Attempt {
  readonly wish: AgentKeyWish;
  /** The page with the form. */
  readonly opened: Visit;
  /** Undefined if that page has no form. */
  readonly form: AgentKeyForm | undefined;
  /** The visit after the form was sent; undefined if no form was sent. */
  readonly sent: Visit | undefined;
  /** The keys that the attempt created. */
  readonly made: readonly ListedKey[];
  /** True if the page after the creation shows the secret of a new key. */
  readonly shown: boolean;
}

/** A key as the service lists it. */
export interface ListedKey {
  readonly id: string;
  readonly name: unknown;
}

/** The state of the management UI in a scenario. Forms and browsers are kept per visitor. */
interface UiState {
  readonly forms: Map<Visitor, AgentKeyForm | undefined>;
  readonly browsers: Map<Visitor, Browser>;
  /** The ids of all keys found so far. */
  readonly made: Set<string>;
  visit: Visit | undefined;
  attempt: Attempt | undefined;
}

const uiOf = scenarioState((): UiState => ({
  forms: new Map(),
  browsers: new Map(),
  made: new Set(),
  visit: undefined,
  attempt: undefined,
}));

/** Opens the agent keys page, and remembers the form that it shows to this visitor. */
export async function openAgentKeys(world: World, visitor: Visitor): Promise<Visit> {
  const visit = await browserOf(world, visitor).open(managementUiOf(world.profile).agent_keys);
  const ui = uiOf(world);
  ui.visit = visit;
  ui.forms.set(visitor, agentKeyFormIn(visit.page));
  return visit;
}

/**
 * Opens the page, fills in its form, or the one that it showed to the `owner`, and sends it; sends nothing if there is no
 * form. Throws Mismatch if the owner received none.
 */
export async function askForAgentKey(
  world: World,
  { visitor, owner, wish }: Record<'visitor' | 'owner', Visitor> & Pick<Attempt, 'wish'>,
): Promise<void> {
  const ui = uiOf(world);
  const shownToOwner = owner === undefined ? undefined : ui.forms.get(owner);
  if (owner !== undefined && shownToOwner === undefined) {
    throw new Mismatch('a form', 'absent', 'the page showed the other visitor no form');
  }
  const opened = await openAgentKeys(world, visitor);
  const form = shownToOwner ?? ui.forms.get(visitor);
  ui.attempt = undefined;
  forgetKey(world);
  const sent = form && (await browserOf(world, visitor).submit(opened, filledIn(form, wish)));
  ui.visit = sent ?? opened;
  const { made, shown } = await learnKeys(world, { visitor, wish, visit: ui.visit });
  if (shown !== undefined) adoptKey(world, shown);
  ui.attempt = { wish, opened, form, sent, made, shown: shown !== undefined };
}

/** The latest attempt. Throws KitFault if there was none. */
export function lastAttempt(world: World): Attempt {
  return defined(uiOf(world).attempt, 'attempt in the management UI');
}

/** The latest visit. Throws KitFault if there was none. */
export function lastVisit(world: World): Visit {
  return defined(uiOf(world).visit, 'visit of the management UI');
}

/**
 * Returns to the page that showed the key: opens its address, or repeats the request that led to it. Throws Mismatch if
 * the latest attempt sent no form.
 */
export async function comeBack(world: World, way: 'address' | 'reload'): Promise<void> {
  const { sent, wish } = lastAttempt(world);
  if (sent === undefined) throw new Mismatch('a page', 'absent', 'no form was sent');
  const browser = browserOf(world, undefined);
  const { origin } = new URL(managementUiOf(world.profile).url ?? world.base_url);
  const visit = await (way === 'reload'
    ? browser.reload(sent)
    : browser.open(sent.url.slice(origin.length)));
  uiOf(world).visit = visit;
  await learnKeys(world, { visitor: undefined, wish, visit });
}

/** Finds new keys, schedules their invalidation for the end of the scenario, and hides their secrets. */
async function learnKeys(
  world: World,
  {
    visitor,
    wish,
    visit,
  }: Pick<Attempt, 'wish'> & { readonly visitor: Visitor; readonly visit: Visit },
): Promise<{ readonly made: readonly ListedKey[]; readonly shown: CreatedKey | undefined }> {
  const known = uiOf(world).made;
  const made = (await keysOf(world, visitor, wish)).filter(({ id }) => !known.has(id));
  let shown: CreatedKey | undefined;
  for (const { id } of made) {
    known.add(id);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ids: [id] });
    world.onCleanup({ method: 'DELETE', path: '/_security/api_key', headers, body });
    shown = (await findSecret(world, visit.page, id)) ?? shown;
  }
  return { made, shown };
}

/** The valid keys of a user; without a user, the valid keys with this name, which no other scenario uses. */
async function keysOf(
  world: World,
  visitor: Visitor,
  { name }: AgentKeyWish,
): Promise<readonly ListedKey[]> {
  if (visitor === undefined && name === '') {
    throw new KitFault('keys without a name can be found only for a user of the scenario');
  }
  const filter = visitor === undefined ? `name=${name}` : `username=${visitor}`;
  const exchange = await world.send({ method: 'GET', path: `/_security/api_key?${filter}` });
  if (exchange.response.status === 404) return [];
  expectSuccess(exchange);
  return listAt(jsonOf(exchange), 'api_keys').flatMap((key) => {
    const [id, isInvalidated] = [valueAt(key, 'id'), valueAt(key, 'invalidated')];
    return typeof id === 'string' && isInvalidated !== true
      ? [{ id, name: valueAt(key, 'name') }]
      : [];
  });
}

/** The browser of a visitor, with the cookies from its earlier visits. */
function browserOf(world: World, visitor: Visitor): Browser {
  const { browsers } = uiOf(world);
  const known = browsers.get(visitor);
  if (known !== undefined) return known;
  const home = managementUiOf(world.profile).url ?? world.base_url;
  const { origin } = new URL(home);
  const to = origin === world.base_url ? {} : { base_url: origin };
  const browser = openBrowser({
    home,
    headers: visitor === undefined ? {} : { authorization: authorizationOf(world, visitor) },
    send: async (wire) => (await world.visit({ ...wire, ...to })).response,
  });
  browsers.set(visitor, browser);
  return browser;
}
