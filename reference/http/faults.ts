import { Readable } from 'node:stream';
import type { Environment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import { parseTime } from '../base/units.ts';
import { newMatchBudget } from '../base/wildcard.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { BodyPart, Reader } from '../base/body.ts';
import { booleanOf, integerOf, oneOf, readMembers, stringOf } from '../base/body.ts';
import type { MatchedRequest } from './request-match.ts';
import { requestMatcher, isOfTest } from './request-match.ts';
import type { FaultRule, Faults } from './test-requests.ts';
import type { ExchangeContext } from './exchange.ts';
import { presentationOf } from './exchange.ts';
import type { Route } from './routes.ts';
import { writeError } from './write-reply.ts';

/** What a fault does to a request. */
type Fault = Pick<FaultRule, 'status' | 'retryAfter' | 'cut' | 'truncate'>;

/** The faults as the server uses them. */
export interface FaultTable extends Faults {
  /** Returns the fault of a request, after its delay; undefined if it has none. */
  meet(request: MatchedRequest): Promise<Fault | undefined>;
}

const maxRules = 1000;

interface Rule {
  readonly given: FaultRule;
  readonly matches: ReturnType<typeof requestMatcher>;
  skips: number;
  left: number;
}

/** Returns an empty table of faults, whose delays follow the clock of the environment. */
export function createFaults(environment: Environment): FaultTable {
  let rules: readonly Rule[] = [];
  const waiting = new Set<() => void>();
  const delayed = (delay: string): Promise<void> =>
    new Promise((resolve) => {
      const timer = environment.setTimer(parseTime(delay, 'delay'), () => wake());
      const wake = (): void => {
        timer.cancel();
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
    });
  return {
    add(rule) {
      const given = readFault({ value: wireForm(rule), text: '', path: [] });
      if (rules.length >= maxRules) refuse(`there are at most [${maxRules}] faults`);
      const { after = 0, times = 1 } = given;
      rules = [...rules, { given, matches: requestMatcher(given), skips: after, left: times }];
    },
    list: () => rules.map(({ given, left }) => ({ ...given, left })),
    clear() {
      rules = [];
      for (const wake of waiting) wake();
    },
    async meet(request) {
      const budget = newMatchBudget();
      const rule = rules.find(({ matches }) => matches(request, budget));
      if (rule === undefined || rule.skips-- > 0) return undefined;
      rule.left--;
      rules = rules.filter(({ left }) => left > 0);
      const { given } = rule;
      if (given.delay !== undefined) await delayed(given.delay);
      return given;
    },
  };
}

const readers = {
  // `requestMatcher` checks it.
  operation: stringOf as Reader<OperationId>,
  method: stringOf,
  path: stringOf,
  times: amountFrom(1),
  after: amountFrom(0),
  status: statusOf,
  retry_after: amountFrom(0),
  delay: delayOf,
  cut: oneOf('before', 'after'),
  truncate: booleanOf,
};

/** Reads a rule as `POST /_test/faults` takes it. Throws a ServiceError that says what is wrong. */
export function readFault(part: BodyPart): FaultRule {
  const { retry_after: retryAfter, ...read } = readMembers(part, 'fault', readers);
  const rule = { ...read, retryAfter };
  const effects = [rule.status, rule.cut, rule.truncate || undefined].filter(
    (each) => each !== undefined,
  );
  if (effects.length === 0 && rule.delay === undefined) {
    return refuse('a fault needs one of [status], [delay], [cut] and [truncate]');
  }
  if (effects.length > 1) refuse('a fault has only one of [status], [cut] and [truncate]');
  if (rule.retryAfter !== undefined && rule.status === undefined) {
    return refuse('[retry_after] needs [status]');
  }
  return rule;
}

/** Returns a rule as `GET /_test/faults` shows it. */
export function wireForm({ retryAfter, ...others }: FaultRule): JsonObject {
  const given = Object.entries({ ...others, retry_after: retryAfter });
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function amountFrom(least: number): (part: BodyPart, what: string) => number {
  return (part, what) => {
    const amount = integerOf(part, what);
    return amount < least ? refuse(`[${what}] must be at least [${least}]`) : amount;
  };
}

function statusOf(part: BodyPart, what: string): number {
  const status = integerOf(part, what);
  const isError = status >= 400 && status <= 599;
  return isError ? status : refuse(`[${what}] must be from [400] to [599] but was [${status}]`);
}

function delayOf(part: BodyPart, what: string): string {
  const delay = stringOf(part, what);
  return parseTime(delay, what) < 0 ? refuse(`[${what}] must not be negative`) : delay;
}

/** Returns the route of an operation that meets the faults of the server. */
export function meetingFaults(route: Route, operation: string, faults: FaultTable): Route {
  return {
    ...route,
    async serve(ctx, parameters) {
      ctx.state.operation = operation;
      const { method, path } = ctx;
      const fault = isOfTest(ctx) ? undefined : await faults.meet({ operation, method, path });
      if (fault === undefined) return route.serve(ctx, parameters);
      ctx.state.isFaulty = true;
      if (ctx.res.destroyed) return;
      if (fault.status !== undefined) return answerWith(ctx, fault.status, fault);
      if (fault.cut !== 'before') await route.serve(ctx, parameters);
      if (fault.cut !== undefined) cut(ctx);
      else if (fault.truncate === true) await truncate(ctx);
    },
  };
}

function answerWith(ctx: ExchangeContext, status: number, { retryAfter }: Fault): void {
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  const type = status === 429 ? 'too_many_requests_exception' : 'status_exception';
  const reason = `a fault of the test answers [${ctx.method} ${ctx.path}] with [${status}]`;
  const error = { root_cause: [{ type, reason }], type, reason };
  writeError(ctx, { status, error }, presentationOf(undefined, 'application/json'));
}

function cut(ctx: ExchangeContext): void {
  ctx.respond = false;
  ctx.req.socket.resetAndDestroy();
}

/** Sends half of the body. Of one that is sent in pieces, it is half of the first piece. */
async function truncate(ctx: ExchangeContext): Promise<void> {
  const { body, res } = ctx;
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = isWhole ? Buffer.from(body) : await firstPiece(body);
  ctx.respond = false;
  if (isWhole) res.setHeader('Content-Length', bytes.length);
  res.statusCode = ctx.status;
  res.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => res.destroy());
}

async function firstPiece(body: unknown): Promise<Buffer> {
  if (!(body instanceof Readable)) return Buffer.alloc(0);
  for await (const piece of body) return Buffer.from(piece as Uint8Array);
  return Buffer.alloc(0);
}
