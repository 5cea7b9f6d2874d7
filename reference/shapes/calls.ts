import type { ErrorType } from '../base/service-error.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import type { Route } from '../http/routes.ts';
import { checkedFirst } from '../http/routes.ts';
import { isIntake } from '../http/intake-agent.ts';
import type { ServiceOperation } from '../operations/spellings.ts';
import { handledOperation, serviceOperations } from '../operations/spellings.ts';
import type { Shape } from './shape.ts';

const absences = { 404: 'resource_not_found_exception', 501: 'not_implemented_exception' } as const;

/** Returns a route that answers every request, except those of the intake, as if the server did not have it. */
function absent(route: Route, status: keyof typeof absences): Route {
  const type: ErrorType = absences[status];
  return checkedFirst(route, (ctx) => {
    if (!isIntake(ctx)) throw new ServiceError(type, `no call [${ctx.method} ${ctx.path}]`);
  });
}

/** The shape without the calls that the specification does not show. */
export function beyondText(status: keyof typeof absences): Shape {
  return {
    // Nobody can ask for a refresh, so the server refreshes often.
    indices: { settings: { 'index.refresh_interval': '100ms' } },
    route: (route, operation) => (operation?.isExtra === true ? absent(route, status) : route),
  };
}

/** The shape without other methods of the calls that the specification shows. */
export function strictMethods(): Shape {
  const shown = serviceOperations().filter(({ isExtra }) => !isExtra);
  const isOtherMethod = ({ id, path, isExtra }: ServiceOperation): boolean =>
    isExtra &&
    shown.some((one) => one.path === path && handledOperation(one.id) === handledOperation(id));
  return {
    route: (route, operation) =>
      operation !== undefined && isOtherMethod(operation) ? absent(route, 404) : route,
  };
}

/** The shape that refuses to create an index whose name contains a dot. */
export function namesWithoutDots(): Shape {
  const checked = (route: Route): Route =>
    checkedFirst(route, (_, { index = '' }) => {
      if (!index.includes('.')) return;
      throw new ServiceError('invalid_index_name_exception', `a dot in [${index}]`);
    });
  return {
    route: (route, operation) => (operation?.id === 'createIndex' ? checked(route) : route),
  };
}

/** The shape that refuses documents with a date without a time. */
export function datesWithTime(): Shape {
  return {
    handler: (handle, id) => (request, service) => {
      const isDocument = handledOperation(id) === 'indexDocument';
      if (isDocument && /"\d{4}-\d\d-\d\d"/.test(request.body?.text() ?? '')) {
        refuse('a date without a time');
      }
      return handle(request, service);
    },
  };
}

/** The shape whose policies run by themselves. */
export function ownPolicyLoop(): Shape {
  return {
    route: (route) => (route.path === '/_test/policies/run' ? absent(route, 404) : route),
    loops: [{ every_ms: 500, run: ({ lifecycle }) => void lifecycle.run() }],
  };
}

/** The shape whose documents become visible at an interval that no request changes. */
export function delayedVisibility(): Shape {
  return {
    indices: { fixed: { 'index.refresh_interval': '-1' } },
    route: (route) => (route.path.endsWith('/_refresh') ? absent(route, 404) : route),
    handler: (handle) => (request, service) => {
      const { refresh: _, ...query } = request.query;
      return handle({ ...request, query }, service);
    },
    loops: [
      {
        every_ms: 200,
        run: ({ catalog }) => catalog.indices.forEach((index) => index.refresh()),
      },
    ],
  };
}
