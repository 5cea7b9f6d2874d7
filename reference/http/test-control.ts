import type { ControlledEnvironment } from '../base/environment.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import { parseTime } from '../base/units.ts';
import type { Reply, RequestBody } from '../operations/operation.ts';
import { acknowledged, done } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import { presentationOf } from './exchange.ts';
import { checkContentType } from './negotiate.ts';
import { requestBody } from './request-body.ts';
import type { Route } from './routes.ts';
import {
  assignReplicas,
  createFollower,
  runPolicies,
  setShardStatistics,
} from './test-lifecycle.ts';
import { writeReply } from './write-reply.ts';

type Control = (body: RequestBody | undefined) => Reply | Promise<Reply>;

/** Drops all indices, templates, policies, contexts, queries, users, roles and keys. */
export function resetService(service: Service): void {
  service.contexts.releaseAll();
  service.asyncQueries.removeAll();
  service.cursors.closeAll();
  service.catalog.reset();
  service.lifecycle.reset();
  service.security.reset();
}

/**
 * Returns the routes of the test control: they move the clock, run lifecycle policies, set shard statistics, drop all data
 * and show internal state. Served only with `--test-control`.
 */
export function testControlRoutes(
  service: Service,
  environment: ControlledEnvironment,
): readonly Route[] {
  return [
    control('post', '/_test/clock', (body) => {
      environment.advance(readAdvance(body?.json()));
      return done({ now: environment.now() });
    }),
    control('post', '/_test/reset', () => {
      resetService(service);
      return acknowledged();
    }),
    control('post', '/_test/policies/run', (body) => runPolicies(body, service)),
    control('post', '/_test/statistics', (body) => setShardStatistics(body, service)),
    control('post', '/_test/replicas', (body) => assignReplicas(body, service)),
    control('post', '/_test/follower', (body) => createFollower(body, service)),
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

function control(method: string, path: string, answer: Control): Route {
  return {
    method,
    path,
    isChange: method !== 'get',
    async serve(ctx) {
      const body = await requestBody(ctx.state.bytes);
      const type = 'application/json';
      if (body !== undefined) {
        checkContentType(ctx.get('content-type') || undefined, [type], { vendorTypes: false });
      }
      writeReply(ctx, await answer(body), presentationOf(ctx.state.parameters, type));
    },
  };
}

function readAdvance(body: JsonValue | undefined): number {
  const members = isJsonObject(body) ? body : {};
  const { advance } = members;
  if (typeof advance !== 'string' || Object.keys(members).length !== 1) {
    return refuse('the body must have exactly one member, such as {"advance": "7d"}');
  }
  const by_ms = parseTime(advance, 'advance');
  return by_ms < 0 ? refuse(`the clock cannot go back by [${advance}]`) : by_ms;
}
