import { defined, Interrupted, KitFault, Mismatch, NotClaimed, Violation } from '../base/errors.ts';
import { present } from '../base/present.ts';
import { expand, type ExpansionContext, valueOf } from '../driver/expand.ts';
import type { Exchange, UnansweredRequest, WireRequest } from '../base/exchange.ts';
import { hookRequest, type HookValues, refusalOf } from '../driver/hook-request.ts';
import type { IntakeTarget } from '../driver/target.ts';
import type { CommandRun, IntakeCommand } from '../driver/intake-command.ts';
import {
  sendExchange,
  checkExchange,
  type ExchangeKind,
  requestAfter,
  silenceAfter,
} from '../driver/exchange.ts';
import { uniqueNames } from '../driver/names.ts';
import { whyRequestUnclaimed } from '../driver/request-needs.ts';
import type { HookName, Profile } from '../driver/profile.ts';
import { freeName, type Observation, type ScenarioRecord, type StepError } from './record.ts';
import { scenarioSession, type Session } from './session.ts';
import {
  type Cleanup,
  indicesMadeBy,
  keyOf,
  type Series,
  withRequests,
  isAliasWrite,
  removalsAfter,
  removalsBefore,
  CleanupList,
} from './cleanup.ts';
import { awaitEffect, hookFailure, hookTemplate } from './hook-effect.ts';
import { waitUntil, notingSilence } from './patience.ts';
import { isRefused, isSuccess } from './expectations.ts';
import { mergedHeaders, encodedBody, type StepRequest } from './step-request.ts';
import { remarksOn } from './recorded-answer.ts';
import { secretsIn } from './secrets.ts';

/** The tools of one scenario, and the record of its actions; the `this` of every step. */
export class World {
  /** The hits of each page that the walk steps have read. */
  pages: readonly (readonly unknown[])[] = [];
  /** The prefix of every name of this scenario. */
  readonly prefix: string;
  readonly #session: Session;
  readonly #values = new Map<string, unknown>();
  readonly #exchanges: Exchange[] = [];
  readonly #unanswered: UnansweredRequest[] = [];
  readonly #commands: CommandRun[] = [];
  readonly #observations: Observation[] = [];
  readonly #cleanups = new CleanupList();
  readonly #secrets: string[] = [];
  #last: Exchange | undefined;
  #error: StepError | undefined;

  constructor() {
    this.#session = scenarioSession();
    this.prefix = `${this.#session.prefix}-${this.#session.nextNumber()}-`;
  }

  /** The profile of the target. */
  get profile(): Profile {
    return this.#session.profile;
  }

  /** The intake of the target; empty if it has none. */
  get intake(): IntakeTarget {
    return this.#session.target.intake ?? {};
  }

  /** The base URL of the target. */
  get base_url(): string {
    return this.#session.target.base_url;
  }

  /** All exchanges so far; for a wait, only those of its last attempt. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** The latest exchange of a step. Throws KitFault if there was none. */
  get last(): Exchange {
    if (this.#last === undefined) throw new KitFault('no request has been sent yet');
    return this.#last;
  }

  /** The latest run of the intake command. Throws KitFault if there was none. */
  get lastCommand(): CommandRun {
    return defined(this.#commands.at(-1), 'run of the intake command');
  }

  /** Returns the unique name of an alias, or of each in a comma-separated list, and saves it as `$alias`. */
  name(alias: string): string {
    const name = uniqueNames(this.prefix, alias);
    if (/^[\w-]+$/.test(alias)) this.#values.set(alias, name);
    return name;
  }

  /** Replaces each `$name` by its saved value: see `driver/expand.ts`. */
  expand(text: string, place: ExpansionContext = 'plain'): string {
    return expand(text, this.#values, place);
  }

  /** Saves a value under a name, for later use as `$name`. */
  save(name: string, value: unknown): void {
    this.#values.set(name, value);
  }

  /** Saves a value of a response. If the response has none, using it throws a Mismatch with this message. */
  saveFound(name: string, value: unknown, message: string): void {
    this.#values.set(name, value ?? new Mismatch(`a value for $${name}`, 'absent', message));
  }

  /** The value saved under a name. Throws KitFault if there is none, Mismatch if a response lacked it. */
  saved(name: string): unknown {
    return valueOf(this.#values, name);
  }

  /** Records an observation of the target without judging it; a name that is taken gets a number. */
  observe(what: string, value: unknown): void {
    this.#observations.push({ what: freeName(this.#observations, what), value });
  }

  /** Hides a text in every report. */
  hide(secret: string): void {
    this.#secrets.push(secret);
    this.#session.announceSecret(secret);
  }

  /**
   * Sends a request and returns its exchange, which also becomes `last`; any status is returned. Throws Violation on a
   * response that breaks its schema or its media type, and if no response arrives, to this request or after a 5xx;
   * KitFault on an invalid request that is not `deliberate`; TargetLost if the target cannot be reached; NotClaimed without
   * sending anything if the profile does not claim what the request uses.
   */
  async send(request: StepRequest): Promise<Exchange> {
    const kind = request.deliberate === true ? 'deliberate' : 'regular';
    const wire = this.#wire(request);
    const unclaimed = whyRequestUnclaimed(wire, this.profile);
    if (unclaimed !== undefined) throw new NotClaimed(unclaimed);
    this.#assertRunning();
    const noted = this.#prepareCleanup(wire);
    const exchange = await this.#exchange(wire, kind);
    // What was refused should not exist, and an alias is removed with its index: a server may refuse to remove them.
    if (isRefused(exchange) || isAliasWrite(exchange)) this.#cleanups.doubt(noted);
    for (const secret of secretsIn(exchange)) this.hide(secret);
    this.#scheduleRemovals(removalsAfter(exchange));
    this.#assertRunning();
    checkExchange(exchange, kind);
    return exchange;
  }

  /**
   * Requests a page of the management UI. Adds the headers of the target, replaces no `$name`, and checks no schema.
   * The caller must undo what the page creates. Throws as `send` does.
   */
  async visit(request: WireRequest): Promise<Exchange> {
    const headers = mergedHeaders(this.#session.target.headers, request.headers);
    const wire = { ...request, headers: Object.fromEntries(headers) };
    const exchange = await this.#exchange(wire, 'outside');
    checkExchange(exchange, 'outside');
    return exchange;
  }

  /**
   * Calls `use` with the intake command and records the resulting run. Throws what `use` throws, and Interrupted if the
   * run is being stopped.
   */
  async runIntake<Run extends CommandRun>(
    use: (command: IntakeCommand) => Promise<Run>,
  ): Promise<Run> {
    this.#assertRunning();
    const run = await use(this.#session.intakeCommand);
    this.#commands.push(run);
    return run;
  }

  /**
   * Repeats the attempt until it throws no Mismatch, and returns its result. This is the only wait of the kit. If the
   * profile has the hook `refresh`, the hook is called before each attempt. Throws Mismatch after the time limit of the
   * profile, or after `least_ms` if that is longer.
   */
  async eventually<T>(description: string, attempt: () => Promise<T>, least_ms = 0): Promise<T> {
    const { poll_interval_ms: interval_ms, visibility_timeout_ms } = this.profile.options;
    const start = this.#exchanges.length;
    const before = async (): Promise<void> => {
      this.#exchanges.length = start;
      if (!this.has('refresh')) return;
      await this.#callHook('refresh', { index: `${this.prefix}*` });
      this.#exchanges.length = start;
    };
    const deadline_ms = Math.max(visibility_timeout_ms, least_ms);
    const waiting = { description, interval_ms, deadline_ms, before };
    return waitUntil(waiting, attempt);
  }

  /** True if the profile has the hook. */
  has(hook: HookName): boolean {
    return this.profile.hooks[hook] !== undefined;
  }

  /**
   * Calls a hook of the profile, then waits for the `takes_ms` of the hook. Throws Incomplete if the hook is missing or
   * its response is not a success.
   */
  async hook(name: HookName, values: HookValues): Promise<Exchange> {
    const exchange = await this.#callHook(name, values);
    const template = defined(this.profile.hooks[name], 'hook that was called');
    await awaitEffect(template, () => this.#callHook(name, values));
    return exchange;
  }

  /**
   * Sets a cluster setting through the hook, and back to its default after the scenario. Throws Incomplete if the profile
   * does not have the hook.
   */
  async setCluster(name: string, value: unknown): Promise<void> {
    const reset = this.hookRequest('cluster_setting', { name, value: null });
    await this.hook('cluster_setting', { name, value });
    this.onCleanup(reset);
  }

  /**
   * The request of a hook, for `onCleanup`. Throws Incomplete if the profile does not have the hook, NotAllowed if it
   * affects the whole server, and the run must not.
   */
  hookRequest(name: HookName, values: HookValues): WireRequest {
    const { headers, ...wire } = hookRequest(hookTemplate(this.profile, name), values);
    return { ...wire, headers: { ...this.#session.target.headers, ...headers } };
  }

  /** The removal of an index and then of its successors; empty if the profile has no hook for it. */
  indexRemovals(indices: readonly string[]): Series {
    if (!this.has('delete_index')) return [];
    return indices.map((index) => ({ ...this.hookRequest('delete_index', { index }), index }));
  }

  /**
   * Schedules an action for the end of the scenario, even if it fails; the latest action runs first. If this process
   * dies, the parent sends the requests or stops the intake. A second action with the same key has no effect. Not
   * needed for indices, scrolls and points in time, which `send` cleans up. Returns true if the key is new.
   */
  onCleanup(action: Cleanup, key = keyOf(action)): boolean {
    const ready = withRequests(action, (wire) => this.#withHeaders(wire));
    const isNew = this.#cleanups.add(ready, key);
    if (isNew && typeof ready !== 'function') this.#session.announceCleanup([ready].flat());
    return isNew;
  }

  /** Remembers the first error of a step. Called only by the Cucumber hooks of the kit. */
  fail(error: StepError): void {
    this.#error ??= error;
  }

  /** Undoes everything and returns the record of the scenario. Called only by the Cucumber hooks of the kit. */
  async finish(): Promise<ScenarioRecord> {
    const leftovers = await this.#cleanups.run(this.#session);
    return {
      exchanges: this.#exchanges,
      unanswered: this.#unanswered,
      commands: this.#commands,
      observations: this.#observations,
      leftovers,
      error: this.#error,
      secrets: this.#secrets,
    };
  }

  async #exchange(wire: WireRequest, kind: ExchangeKind): Promise<Exchange> {
    this.#assertRunning();
    const exchange = await this.#recorded(wire, () => sendExchange(this.#session, wire, kind));
    this.#exchanges.push(exchange);
    this.#last = exchange;
    if (exchange.response.status >= 500) await this.#assertAnswering(exchange);
    for (const { what, value } of remarksOn(exchange)) this.observe(what, value);
    return exchange;
  }

  /** Sends another request after a status of 500 or more. Throws what the client throws. */
  async #assertAnswering(exchange: Exchange): Promise<void> {
    const next = requestAfter(exchange);
    try {
      await this.#recorded(next, () => this.#session.client.send(next));
    } catch (error) {
      throw error instanceof Violation ? silenceAfter(exchange, error) : error;
    }
  }

  /** Calls `send`; if it throws, records that the request got no answer. */
  #recorded<Answer>(request: WireRequest, send: () => Promise<Answer>): Promise<Answer> {
    return notingSilence(send, (silence) =>
      this.#unanswered.push({ request, position: this.#exchanges.length, ...silence }),
    );
  }

  async #callHook(name: HookName, values: HookValues): Promise<Exchange> {
    this.#assertRunning();
    const wire = { ...this.hookRequest(name, values), hook: { name, values } };
    try {
      const send = (): Promise<Exchange> => sendExchange(this.#session, wire, 'deliberate');
      const sent = await this.#recorded(wire, send);
      const exchange = Object.freeze({ ...sent, hook: name });
      this.#exchanges.push(exchange);
      if (exchange.response.status >= 500) await this.#assertAnswering(exchange);
      if (isSuccess(exchange.response.status)) return exchange;
      throw hookFailure(name, refusalOf(exchange).replaceAll(this.prefix, ''));
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      const call = `${wire.method} ${wire.path}`.replaceAll(this.prefix, '');
      throw hookFailure(name, `${call}: ${error.message}`, error);
    }
  }

  #assertRunning(): void {
    if (this.#session.isStopping()) throw new Interrupted('the run is being stopped');
  }

  #wire(request: StepRequest): WireRequest {
    const path = this.expand(request.path, 'path');
    const { method, headers: own = {}, base_url } = request;
    const wire = this.#withHeaders({ method, path, headers: own, ...present({ base_url }) });
    if (request.body === undefined) return wire;
    const headers = { 'content-type': 'application/json', ...wire.headers };
    const place = /json/i.test(headers['content-type']) ? 'json' : 'plain';
    return { ...wire, headers, body: encodedBody(request, (text) => this.expand(text, place)) };
  }

  #withHeaders(wire: WireRequest): WireRequest {
    const shared = wire.base_url === undefined ? this.#session.target.headers : {};
    const { rename } = this.profile;
    const named = mergedHeaders(shared, wire.headers).map(
      ([name, value]) => [rename[name] ?? name, this.expand(value)] as const,
    );
    return { ...wire, headers: Object.fromEntries(named) };
  }

  /**
   * Schedules the removal of what a request may create under a name, before it is sent: its response may be lost, or an
   * error. Returns the keys of the removals of what no earlier request can have created.
   */
  #prepareCleanup(request: WireRequest): readonly string[] {
    const indices = indicesMadeBy(request, this.prefix);
    const ofIndices = indices.map((names) => this.indexRemovals(names));
    return this.#scheduleRemovals([...ofIndices, ...removalsBefore(request, this.prefix)]);
  }

  #scheduleRemovals(removals: readonly Cleanup[]): readonly string[] {
    return removals.filter((removal) => this.onCleanup(removal)).flatMap((one) => keyOf(one) ?? []);
  }
}
