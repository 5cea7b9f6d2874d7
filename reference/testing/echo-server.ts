import type { OperationId } from '../../spec/operations.ts';
import { systemEnvironment } from '../base/environment.ts';
import { createBudgets } from '../base/budgets.ts';
import { createApp } from '../http/app.ts';
import { describeError } from '../http/error-replies.ts';
import { operationRoute } from '../http/serve-operation.ts';
import type { RunningServer } from '../http/server.ts';
import { startServer } from '../http/server.ts';
import type { Operation } from '../operations/operation.ts';
import { createSecurity } from '../security/security.ts';
import { done } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import { serviceOperations } from '../operations/spellings.ts';

/** Options of the echo server. */
export interface EchoOptions {
  readonly maxBody: number;
  readonly compatible: boolean;
  readonly log: (report: string) => void;
  /** Handlers of operations that do not echo. */
  readonly handlers: Readonly<Partial<Record<OperationId, Operation<OperationId>>>>;
}

/** Answers with the parameters and the body of the request. */
const echo: Operation<OperationId> = ({ path, query, parameters, body }) =>
  done({ path, query, parameters, body: body?.json() });

/** Starts a server on which every operation answers with its own request. */
export async function startEcho(options: EchoOptions): Promise<RunningServer> {
  const { compatible, handlers } = options;
  const environment = systemEnvironment();
  const security = await createSecurity({ environment, first: undefined });
  const known: Partial<Service> = { compatible, environment, security };
  const routes = serviceOperations().map((definition) =>
    operationRoute(
      { definition, handler: () => Promise.resolve(handlers[definition.id] ?? echo) },
      known as Service,
    ),
  );
  const address = { host: '127.0.0.1', port: 0 };
  const app = createApp(routes, {
    ...options,
    host: address.host,
    security,
    budgets: createBudgets(),
    describe: (thrown) => describeError(thrown),
  });
  return startServer(app.callback(), address, environment);
}
