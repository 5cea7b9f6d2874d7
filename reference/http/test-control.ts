import type { ControlledEnvironment, Environment } from '../base/environment.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import { runInTurns } from '../base/work.ts';
import { startYielder } from '../base/yielder.ts';
import type { Reply, RequestBody } from '../operations/operation.ts';
import { acknowledged, done } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import { advanceClock } from './advance-clock.ts';
import { presentationOf } from './exchange.ts';
import { readFault, wireForm } from './faults.ts';
import { checkContentType, chooseResponseType } from './negotiate.ts';
import { requestBody } from './request-body.ts';
import type { RequestRecorder } from './recorded-requests.ts';
import type { Faults, RequestMatch } from './test-requests.ts';
import type { Route } from './routes.ts';
import {
  assignReplicas,
  createFollower,
  runPolicies,
  setShardStatistics,
} from './test-lifecycle.ts';
import { writeReply } from './write-reply.ts';

type Control = (
  body: RequestBody | undefined,
  parameters: Readonly<Record<string, string>>,
) => Reply | Promise<Reply>;

/** What a test controls beside the service. */
export interface TestTools {
  readonly environment: ControlledEnvironment;
  readonly faults: Faults;
  readonly requests: RequestRecorder;
}

/**
 * Drops all indices, templates, policies, contexts, queries, users, roles and keys, and the faults and recorded requests.
 */
export function resetService(service: Service, { faults, requests }: TestTools): void {
  service.contexts.releaseAll();
  service.asyncQueries.removeAll();
  service.cursors.closeAll();
  service.catalog.reset();
  service.lifecycle.reset();
  service.security.reset();
  faults.clear();
  requests.clear();
}

/**
 * Returns the routes of the test control: they move the clock, run lifecycle policies, set shard statistics, drop all
 * data, make requests fail, and show requests and internal state. Served only with `--test-control`.
 */
export function testControlRoutes(service: Service, tools: TestTools): readonly Route[] {
  const { environment, faults, requests } = tools;
  const control = (method: string, path: string, answer: Control): Route =>
    controlRoute({ method, path }, answer, environment);
  return [
    control('post', '/_test/clock', (body) =>
      done({ now: advanceClock(environment, readAdvance(body?.json())) }),
    ),
    control('post', '/_test/reset', () => {
      resetService(service, tools);
      return acknowledged();
    }),
    control('post', '/_test/policies/run', (body) => runPolicies(body, service)),
    control('post', '/_test/statistics', (body) => setShardStatistics(body, service)),
    control('post', '/_test/replicas', (body) => assignReplicas(body, service)),
    control('post', '/_test/follower', (body) => createFollower(body, service)),
    control('post', '/_test/faults', (body) => {
      faults.add(readFault({ value: body?.json() ?? {}, text: body?.text() ?? '', path: [] }));
      return acknowledged();
    }),
    control('get', '/_test/faults', () => done({ faults: faults.list().map(wireForm) })),
    control('delete', '/_test/faults', () => {
      faults.clear();
      return acknowledged();
    }),
    control('get', '/_test/requests', async (_, parameters) => {
      const found = requests.find(readMatch(parameters));
      return done({ requests: await runInTurns(found, startYielder(environment)) });
    }),
    control('delete', '/_test/requests', () => {
      requests.clear();
      return acknowledged();
    }),
    control('get', '/_test/state', () =>
      done({
        now: environment.now(),
        indices: [...service.catalog.indices.keys()].sort(),
        contexts: service.contexts.counts(),
        async_queries: service.asyncQueries.counts(),
        sql_cursors: { open: service.cursors.count() },
      }),
    ),
  ];
}

/** What the official clients send is accepted, whether or not the server is to answer them as they expect. */
const vendorTypes = true;

function controlRoute(
  { method, path }: Pick<Route, 'method' | 'path'>,
  answer: Control,
  environment: Environment,
): Route {
  return {
    method,
    path,
    isChange: method !== 'get',
    async serve(ctx) {
      const body = await requestBody(ctx.state.bytes);
      const type = 'application/json';
      if (body !== undefined) {
        checkContentType(ctx.get('content-type') || undefined, [type], vendorTypes);
      }
      const { parameters } = ctx.state;
      const reply = await answer(body, parameters);
      const answered = chooseResponseType(ctx.get('accept'), [type], vendorTypes);
      await writeReply(ctx, reply, { ...presentationOf(parameters, answered), environment });
    },
  };
}

function readAdvance(body: JsonValue | undefined): string {
  const members = isJsonObject(body) ? body : {};
  const { advance } = members;
  return typeof advance === 'string' && Object.keys(members).length === 1
    ? advance
    : refuse('the body must have exactly one member, such as {"advance": "7d"}');
}

function readMatch(parameters: Readonly<Record<string, string>>): RequestMatch {
  const { operation, method, path } = parameters;
  const known = ['operation', 'method', 'path', 'pretty', 'filter_path'];
  const unknown = Object.keys(parameters).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    refuse(`unknown parameter [${unknown}]; requests have [operation], [method] and [path]`);
  }
  // `requestMatcher` checks the operation.
  return { operation, method, path } as RequestMatch;
}
