import type { Environment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import { parseTime } from '../base/units.ts';
import { newMatchBudget } from '../base/wildcard.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { BodyPart, Reader } from '../base/body.ts';
import { booleanOf, integerOf, oneOf, readMembers, stringOf } from '../base/body.ts';
import type { MatchedRequest } from './request-match.ts';
import { requestMatcher } from './request-match.ts';
import type { FaultRule, Faults } from './test-requests.ts';

/** What a fault does to a request. */
export type Fault = Pick<FaultRule, 'status' | 'retryAfter' | 'cut' | 'truncate'>;

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
  const effects = [rule.status, rule.cut, rule.truncate || undefined].filter(isGiven);
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
    given.flatMap(([name, value]) => (isGiven(value) ? [[name, value]] : [])),
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

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined;
}
