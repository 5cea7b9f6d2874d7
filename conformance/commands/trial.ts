import { jsonOf, listAt } from '../base/body.ts';
import { Mismatch, TargetLost, Violation } from '../base/errors.ts';
import type { Exchange, WireRequest } from '../base/exchange.ts';
import { encodedBody, mergedHeaders } from '../client/step-request.ts';
import { waitUntil } from '../client/patience.ts';
import { isSuccess } from '../client/expectations.ts';
import { idOf } from '../client/hit-list.ts';
import { waitingForNewKeys } from '../client/patience.ts';
import { openTargetClient } from '../client/target-client.ts';
import type { Client } from '../driver/client.ts';
import { operationTitle } from '../driver/find-operation.ts';
import { type HookValues, indexRemoval, titledRefusal } from '../driver/hook-request.ts';
import type { Profile, RequestTemplate } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';

/** A request of a trial; a body that is not bytes is sent as JSON. */
export interface Call extends RequestTemplate {
  /** The intake that gets it, without the headers of the target; absent: the target. */
  readonly base_url?: string;
}

/** Shows that a server has a chapter or capability. Throws NotOffered if it does not. */
export type Trial = (bench: Bench) => Promise<unknown>;

/** Trials by the chapter or capability that each shows. */
export type Trials = Readonly<Record<string, Trial>>;

/** Uses a hook. Throws NotOffered if it is refused. */
export type UseHook = (values: HookValues) => Promise<void>;

/** The server does not have what a trial has used. */
export class NotOffered extends Mismatch {
  readonly status: number;

  constructor(status: number, message: string) {
    super('an effect', status, message);
    this.name = 'NotOffered';
    this.status = status;
  }
}

/** The answers do not show whether the server has what was tried. */
export class NotShown extends NotOffered {
  constructor(message: string) {
    super(200, message);
    this.name = 'NotShown';
  }
}

/** Sends the requests of trials, and removes at the end what they have made. */
export class Bench {
  /** An index with the documents 1 to 4, whose field `n` is their id; the prefix of every name of the trials. */
  readonly index: string;
  readonly profile: Profile;
  readonly #client: Client;
  readonly #target: Target;
  readonly #undo: Call[] = [];
  #last = '';

  constructor(index: string, target: Target, profile: Profile) {
    this.index = index;
    this.#client = waitingForNewKeys(openTargetClient(target, { keepAlive: false }));
    this.#target = target;
    this.profile = profile;
  }

  /** The base URL of the intake beside the target; undefined if there is none. */
  get intakeUrl(): string | undefined {
    return this.#target.intake?.url;
  }

  /** The response to a request, whatever it is. Throws TargetLost if the server does not answer any more. */
  async answer({ body, headers = {}, ...call }: Call): Promise<Exchange> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const shared = call.base_url === undefined ? this.#target.headers : {};
    const all = mergedHeaders(shared, { ...type, ...headers });
    const content =
      body === undefined ? {} : { body: encodedBody({ ...call, body }, (text) => text) };
    const request: WireRequest = { ...call, headers: Object.fromEntries(all), ...content };
    const response = await this.#client.send(request);
    this.#last = `${operationTitle(call.method, call.path)} answered ${response.status}`;
    return { request, response, operation: undefined, problems: [] };
  }

  /** The response of success to a request. Throws NotOffered if it is refused (any 4xx but 429, and 501), Violation if it fails. */
  async call(call: Call): Promise<Exchange> {
    const exchange = await this.answer(call);
    const { status } = exchange.response;
    if (isSuccess(status)) return exchange;
    const words = titledRefusal(exchange);
    const isRefused = (status < 500 && status !== 429) || status === 501;
    if (isRefused) throw new NotOffered(status, this.#plain(words));
    throw new Violation('an answer', status, { message: this.#plain(words), kind: 'server-error' });
  }

  /** The body of a search of the index. Throws NotOffered if it is refused. */
  async search(body: object, index = this.index): Promise<unknown> {
    const exchange = await this.call({ method: 'GET', path: `/${index}/_search`, body });
    return jsonOf(exchange);
  }

  /** The ids of the hits of a search, sorted. */
  async ids(body: object, index = this.index): Promise<readonly string[]> {
    return idsIn(await this.search({ size: 50, ...body }, index));
  }

  /** Throws NotOffered, with the latest answer, unless the effect is there. */
  expect(isThere: boolean, missing: string): void {
    if (!isThere) throw new NotOffered(200, this.#plain(`${this.#last}, but ${missing}`));
  }

  /** Throws NotOffered, with what came instead, unless a list holds exactly these texts in this order. */
  expectSame(got: readonly string[], expected: readonly string[], what: string): void {
    const shown = got.length === 0 ? 'nothing' : got.join(', ');
    this.expect(same(got, expected), what.replace('{}', shown));
  }

  /** Number of documents that a search of an index finds; a query, if searches are refused. Throws NotOffered if both are. */
  async count(index = this.index): Promise<number> {
    const request = { method: 'POST', path: '/_query', body: { query: `FROM ${index}` } };
    const rows = async () => listAt(jsonOf(await this.call(request)), 'values');
    const found: readonly unknown[] = await this.ids({}, index).catch((error: unknown) =>
      rows().catch(() => Promise.reject(error)),
    );
    return found.length;
  }

  /** Waits until an index shows so many documents. Throws NotOffered at once if nothing shows them. */
  async visible(count: number, index = this.index): Promise<void> {
    await this.count(index);
    await this.eventually('the documents are visible', async () => {
      this.expect((await this.count(index)) === count, 'not all documents are visible');
    });
  }

  /** Repeats an attempt until it throws no mismatch, as long as the profile allows. */
  eventually<Result>(description: string, attempt: () => Promise<Result>): Promise<Result> {
    const { poll_interval_ms, visibility_timeout_ms } = this.profile.options;
    const times = { interval_ms: poll_interval_ms, deadline_ms: visibility_timeout_ms };
    return waitUntil({ description, ...times, before: () => Promise.resolve() }, attempt);
  }

  /** A request to send at the end; the latest first. */
  later(call: Call): void {
    this.#undo.push(call);
  }

  /** Creates an index that is removed at the end. Throws NotOffered if it is refused. */
  async create(index: string, body: object = {}): Promise<void> {
    this.later(this.removal(index));
    await this.call({ method: 'PUT', path: `/${index}`, body });
  }

  /** The request that removes an index, as the profile has it. */
  removal(index: string): Call {
    return indexRemoval(this.profile, index);
  }

  /** A bench with the same index, for a trial that runs at the same time. */
  beside(): Bench {
    return new Bench(this.index, this.#target, this.profile);
  }

  /** Removes what the trials have made, and closes the connections. */
  async close(): Promise<void> {
    await this.#clear().finally(() => this.#client.close());
  }

  async #clear(): Promise<void> {
    for (const call of this.#undo.splice(0).toReversed()) {
      try {
        await this.answer(call);
      } catch (error) {
        if (error instanceof TargetLost) throw error;
      }
    }
  }

  #plain(text: string): string {
    return text.replaceAll(this.index, '{index}');
  }
}

/** The ids of the hits of a search, sorted. */
export function idsIn(body: unknown): readonly string[] {
  return listAt(body, 'hits.hits').map(idOf).toSorted();
}

/** True if two lists hold the same texts in the same order. */
export function same(a: readonly string[], b: readonly string[]): boolean {
  return a.join('\n') === b.join('\n');
}
