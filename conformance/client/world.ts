import { defined } from '../base/assert.ts';
import { expand, type ExpansionContext } from '../driver/expand.ts';
import { Incomplete, Interrupted, KitFault } from '../base/errors.ts';
import type { Exchange, WireRequest } from '../base/exchange.ts';
import { hookRequest, type HookValues, refusalOf } from '../driver/hook-request.ts';
import type { IntakeTarget } from '../driver/intake.ts';
import type { CommandRun, IntakeCommand } from '../driver/intake-command.ts';
import { sendExchange, checkExchange, type ExchangeKind } from '../driver/exchange.ts';
import { whyNoHook } from '../driver/missing-reasons.ts';
import { uniqueNames } from '../driver/names.ts';
import type { HookName, Profile } from '../driver/profile.ts';
import type { Observation, ScenarioRecord, StepError } from './record.ts';
import { openedSession, type Session } from './session.ts';
import { type Cleanup, indicesMadeBy, removalsFor } from './cleanup.ts';
import { CleanupList } from './cleanup-list.ts';
import { pause } from '../base/environment.ts';
import { waitUntil } from './eventually.ts';
import { isSuccess } from './expectations.ts';
import { mergedHeaders } from './headers.ts';
import { secretsIn } from './secrets.ts';
import { encodedBody, type StepRequest } from './step-request.ts';

/** What one scenario works with, and the record of what it did: the `this` of every step. */
export class World {
  /** The hits of each page that the steps for walks have read. */
  pages: readonly (readonly unknown[])[] = [];
  /** Starts every name of this scenario. */
  readonly prefix: string;
  readonly #session: Session;
  readonly #values = new Map<string, unknown>();
  readonly #exchanges: Exchange[] = [];
  readonly #commands: CommandRun[] = [];
  readonly #observations: Observation[] = [];
  readonly #cleanups = new CleanupList();
  readonly #secrets: string[] = [];
  #last: Exchange | undefined;
  #error: StepError | undefined;

  constructor() {
    this.#session = openedSession();
    this.prefix = `${this.#session.prefix}-${this.#session.nextNumber()}-`;
  }

  get profile(): Profile {
    return this.#session.profile;
  }

  /** The intake beside the target. */
  get intake(): IntakeTarget {
    return this.#session.target.intake ?? {};
  }

  /** The base URL of the target. */
  get base_url(): string {
    return this.#session.target.base_url;
  }

  /** All exchanges so far; of a wait only those of its last attempt. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** The latest exchange of a step; throws KitFault before the first. */
  get last(): Exchange {
    if (this.#last === undefined) throw new KitFault('no request has been sent yet');
    return this.#last;
  }

  /** The latest run of the command of the intake; throws KitFault before the first. */
  get lastCommand(): CommandRun {
    return defined(this.#commands.at(-1), 'run of the command of the intake');
  }

  /** The unique name of an alias, or of each alias in a comma list; from now on `$alias` stands for it. */
  name(alias: string): string {
    const name = uniqueNames(this.prefix, alias);
    if (/^[\w-]+$/.test(alias)) this.#values.set(alias, name);
    return name;
  }

  /** Replaces `$name` by its value: see `driver/expand.ts`. */
  expand(text: string, place: ExpansionContext = 'plain'): string {
    return expand(text, this.#values, place);
  }

  /** Saves a value, so that `$name` stands for it from now on. */
  save(name: string, value: unknown): void {
    this.#values.set(name, value);
  }

  /** A value saved before; throws KitFault if there is none. */
  saved(name: string): unknown {
    if (!this.#values.has(name)) throw new KitFault(`nothing was kept as ${name}`);
    return this.#values.get(name);
  }

  /** Records what the target does, without judging it. */
  observe(what: string, value: unknown): void {
    this.#observations.push({ what, value });
  }

  /** Hides a text in every report. */
  hide(secret: string): void {
    this.#secrets.push(secret);
  }

  /**
   * Sends a request and returns its exchange, which is also `last`. Throws Violation on 5xx, on a response that breaks
   * its schema or its media type, and if no response arrives; KitFault on a wrong request that is not `deliberate`;
   * TargetLost if the target cannot be reached.
   */
  async send(request: StepRequest): Promise<Exchange> {
    const exchange = await this.#exchange(
      this.#wire(request),
      request.deliberate === true ? 'deliberate' : 'regular',
    );
    this.#prepareCleanup(exchange);
    checkExchange(exchange);
    return exchange;
  }

  /**
   * Requests a page of the management UI. Pages have no schema, and nothing in the request is replaced; the headers of
   * the target are added. The caller undoes what the page creates. Throws as `send` does.
   */
  async visit(request: WireRequest): Promise<Exchange> {
    const headers = Object.fromEntries(
      mergedHeaders(this.#session.target.headers, request.headers),
    );
    const exchange = await this.#exchange({ ...request, headers }, 'outside');
    checkExchange(exchange);
    return exchange;
  }

  /**
   * Uses the command of the intake and records the run. Throws what the command throws, and Interrupted if the run is
   * being stopped.
   */
  async runIntake<Run extends CommandRun>(
    use: (command: IntakeCommand) => Promise<Run>,
  ): Promise<Run> {
    if (this.#session.isStopping()) throw new Interrupted('the run is being stopped');
    const run = await use(this.#session.intakeCommand);
    this.#commands.push(run);
    return run;
  }

  /**
   * Repeats the attempt until it throws no Mismatch, and returns its result: the only wait of the kit. If the profile
   * has the hook `refresh`, the hook runs before each attempt.
   */
  async eventually<T>(description: string, attempt: () => Promise<T>): Promise<T> {
    const { poll_interval_ms, visibility_timeout_ms } = this.profile.options;
    const start = this.#exchanges.length;
    const before = async (): Promise<void> => {
      this.#exchanges.length = start;
      if (this.has('refresh')) await this.#callHook('refresh', { index: `${this.prefix}*` });
    };
    const waiting = {
      description,
      interval_ms: poll_interval_ms,
      deadline_ms: visibility_timeout_ms,
    };
    return waitUntil({ ...waiting, before }, attempt);
  }

  /** True if the profile has the hook. */
  has(hook: HookName): boolean {
    return this.profile.hooks[hook] !== undefined;
  }

  /**
   * Calls a hook of the profile, and waits as long as the profile says that it takes. Throws Incomplete if the hook is
   * missing or its response is not a success.
   */
  async hook(name: HookName, values: HookValues): Promise<Exchange> {
    const exchange = await this.#callHook(name, values);
    this.#exchanges.push(exchange);
    await pause(this.profile.hooks[name]?.takes_ms ?? 0);
    return exchange;
  }

  /** The request of a hook, for `onCleanup`; throws Incomplete if the profile has no such hook. */
  hookRequest(name: HookName, values: HookValues): WireRequest {
    const template = this.profile.hooks[name];
    if (template === undefined) throw new Incomplete(whyNoHook(this.profile, name));
    const { headers, ...wire } = hookRequest(template, values);
    return { ...wire, headers: { ...this.#session.target.headers, ...headers } };
  }

  /**
   * Undoes something after the scenario, the latest first, also on failure. If this
   * process dies, the parent sends the request or stops the intake. A second action with the same key replaces the first. Indices, scrolls and points in time need none.
   */
  onCleanup(action: Cleanup, key?: string): void {
    const isRequest = typeof action !== 'function' && 'path' in action;
    const ready = isRequest ? this.#withHeaders(action) : action;
    const isNew = this.#cleanups.add(ready, key);
    if (isNew && typeof ready !== 'function') this.#session.announceCleanup(ready);
  }

  /** Remembers the first error of a step. For the hooks of the kit. */
  fail(error: StepError): void {
    this.#error ??= error;
  }

  /** Undoes everything and returns the record of the scenario. For the hooks of the kit. */
  async finish(): Promise<ScenarioRecord> {
    const leftovers = await this.#cleanups.run(this.#session);
    this.#session.announceClean();
    return {
      exchanges: this.#exchanges,
      commands: this.#commands,
      observations: this.#observations,
      leftovers,
      error: this.#error,
      secrets: this.#secrets,
    };
  }

  async #exchange(wire: WireRequest, kind: ExchangeKind): Promise<Exchange> {
    this.#assertRunning();
    const exchange = await sendExchange(this.#session, wire, kind);
    this.#exchanges.push(exchange);
    this.#last = exchange;
    return exchange;
  }

  async #callHook(name: HookName, values: HookValues): Promise<Exchange> {
    this.#assertRunning();
    const wire = this.hookRequest(name, values);
    const exchange = await sendExchange(this.#session, wire, 'deliberate');
    if (isSuccess(exchange.response.status)) return exchange;
    const refusal = refusalOf(exchange).replaceAll(this.prefix, '');
    throw new Incomplete(`the hook ${name} failed: ${refusal}`);
  }

  #assertRunning(): void {
    if (this.#session.isStopping()) throw new Interrupted('the run is being stopped');
  }

  #wire(request: StepRequest): WireRequest {
    const path = this.expand(request.path, 'path');
    const { method, headers: own = {}, base_url } = request;
    const to = base_url === undefined ? {} : { base_url };
    const given = this.#withHeaders({ method, path, headers: own, ...to });
    if (request.body === undefined) return given;
    const headers = { 'content-type': 'application/json', ...given.headers };
    const place = /json/i.test(headers['content-type']) ? 'json' : 'plain';
    return { ...given, headers, body: encodedBody(request, (text) => this.expand(text, place)) };
  }

  #withHeaders(wire: WireRequest): WireRequest {
    const shared = wire.base_url === undefined ? this.#session.target.headers : {};
    const all = mergedHeaders(shared, wire.headers).map(
      ([name, value]) => [this.profile.rename[name] ?? name, this.expand(value)] as const,
    );
    return { ...wire, headers: Object.fromEntries(all) };
  }

  /** Removes what this exchange created after the scenario, and hides the secrets in it. */
  #prepareCleanup(exchange: Exchange): void {
    for (const secret of secretsIn(exchange)) this.hide(secret);
    for (const index of indicesMadeBy(exchange, this.prefix)) {
      if (this.has('delete_index')) {
        this.onCleanup(this.hookRequest('delete_index', { index }), `index ${index}`);
      }
    }
    for (const removal of removalsFor(exchange, this.prefix)) {
      this.onCleanup(removal, `removal ${removal.path} ${String(removal.body)}`);
    }
  }
}
