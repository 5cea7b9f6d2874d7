import { defaultMaxBody } from './base/budgets.ts';
import type { Environment } from './base/environment.ts';
import { systemEnvironment } from './base/environment.ts';
import { watchHeap } from './base/heap-use.ts';
import { createApp } from './http/app.ts';
import { forSuperusers } from './http/authenticate-request.ts';
import type { FaultTable } from './http/faults.ts';
import { createFaults, meetingFaults } from './http/faults.ts';
import { refusingData } from './http/full-memory.ts';
import { createRecorder, defaultRecorded } from './http/recorded-requests.ts';
import type { Route } from './http/routes.ts';
import { operationRoute } from './http/serve-operation.ts';
import { startServer } from './http/server.ts';
import type { TestTools } from './http/test-control.ts';
import { resetService, testControlRoutes } from './http/test-control.ts';
import { advanceClock } from './http/advance-clock.ts';
import { operationOf } from './operations/operation-table.ts';
import type { Service } from './operations/service.ts';
import { serviceOperations } from './operations/spellings.ts';
import type { Foundation } from './open-service.ts';
import { openService } from './open-service.ts';
import { agentKeyRoutes } from './pages/agent-keys/routes.ts';
import type { Shape } from './shapes/shape.ts';
import { startLoops } from './shapes/start-loops.ts';
import type { ReferenceOptions, ReferenceServer } from './reference-server.ts';
import { seedService } from './seed.ts';
import type { Storage } from './storage/storage.ts';

/**
 * Starts a reference server, without indices or with those in its folder. Rejects with the system error if the address
 * is not available, and with a StorageProblem if the folder cannot be used.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<ReferenceServer> {
  const environment = options.environment ?? systemEnvironment();
  const log = options.log ?? ((report: string) => void process.stderr.write(`${report}\n`));
  const storage = await openFolder(options, { environment, log });
  const heap = watchHeap(environment);
  try {
    return await serve(options, { environment, log, storage, heap });
  } catch (error) {
    heap.close();
    await storage?.close().catch(() => undefined);
    throw error;
  }
}

async function openFolder(
  { data, onLost = () => undefined }: ReferenceOptions,
  { environment, log }: Pick<Foundation, 'environment' | 'log'>,
): Promise<Storage | undefined> {
  if (data === undefined) return undefined;
  // Loaded only if needed.
  const { openStorage } = await import('./storage/storage.ts');
  const onProblem = (problem: Error | undefined): void =>
    log(
      problem === undefined
        ? `data folder [${data}]: changes are stored again`
        : `${problem.message}; changes are refused until they can be stored`,
    );
  return openStorage({ folder: data, environment, onProblem, onFailure: onLost });
}

interface OpenFoundation extends Foundation {
  readonly storage: Storage | undefined;
}

async function serve(
  options: ReferenceOptions,
  foundation: OpenFoundation,
): Promise<ReferenceServer> {
  const { environment, log, storage, heap } = foundation;
  const { compatible = false, host = '127.0.0.1', port = 0 } = options;
  const shape = await shapeOf(options, environment);
  const { service, budgets } = await openService(options, foundation, shape);
  const { recordedRequests = defaultRecorded } = options;
  const requests = createRecorder(recordedRequests, () => environment.now());
  const faults = createFaults(environment);
  const tools = { environment, faults, requests };
  const data = [...operationRoutes(service, shape, faults), ...agentKeyRoutes(service.security)];
  const routes = [
    ...data.map((route) => refusingData(route, heap.use)),
    ...(options.testControl === true ? controlRoutes(service, shape, tools) : []),
  ];
  const app = createApp(routes, {
    host,
    maxBody: options.maxBody ?? defaultMaxBody,
    compatible,
    security: service.security,
    describe: service.describe,
    budgets,
    record: requests.record,
    refusal: shape.refusal,
    store: storage,
    log,
  });
  const stopLoops = startLoops(shape, service);
  const server = await startServer(app.callback(), { host, port }, environment);
  const stop = async (): Promise<void> => {
    faults.clear();
    await server.stop();
    stopLoops();
    service.lifecycle.stop();
    service.contexts.releaseAll();
    service.asyncQueries.removeAll();
    service.cursors.closeAll();
    await storage?.close();
    heap.close();
  };
  return {
    url: server.url,
    stop,
    reset: () => resetService(service, tools),
    seed: (documents, where = {}) =>
      seedService(service, documents, where).then(() => storage?.flushed()),
    advance: (duration) => advanceClock(environment, duration),
    faults,
    requests,
    [Symbol.asyncDispose]: stop,
  };
}

/** Loads what the server needs to be of another shape, if it is. */
async function shapeOf(
  { shapes = [], testControl = false }: ReferenceOptions,
  environment: Environment,
): Promise<Shape> {
  if (shapes.length === 0) return {};
  if (!testControl) throw new RangeError('shapes need testControl');
  const { combinedShape } = await import('./shapes/shape-server.ts');
  return combinedShape(shapes, environment);
}

function controlRoutes(service: Service, shape: Shape, tools: TestTools): readonly Route[] {
  return testControlRoutes(service, tools)
    .map(forSuperusers)
    .map((route) => shape.route?.(route, undefined) ?? route);
}

function operationRoutes(service: Service, shape: Shape, faults: FaultTable): readonly Route[] {
  return serviceOperations().map((definition) => {
    const usual = operationOf(definition.id);
    const { handler: shaped } = shape;
    const handler = shaped === undefined ? usual : async () => shaped(await usual(), definition.id);
    const route = operationRoute({ definition, handler }, service);
    return meetingFaults(shape.route?.(route, definition) ?? route, definition.id, faults);
  });
}
