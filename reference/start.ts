import type { BudgetLimits, Budgets } from './base/budgets.ts';
import { createBudgets, defaultBudgetLimits, defaultMaxBody } from './base/budgets.ts';
import type { ControlledEnvironment, Environment } from './base/environment.ts';
import { systemEnvironment } from './base/environment.ts';
import type { Journal } from './base/journal.ts';
import { noJournal } from './base/journal.ts';
import { createApp } from './http/app.ts';
import { forSuperusers } from './http/authenticate-request.ts';
import { describeError } from './http/error-replies.ts';
import type { FaultTable } from './http/faults.ts';
import { createFaults } from './http/faults.ts';
import { meetingFaults } from './http/meet-fault.ts';
import { createRecorder, defaultRecorded } from './http/recorded-requests.ts';
import type { Route } from './http/routes.ts';
import { operationRoute } from './http/serve-operation.ts';
import type { Address } from './http/server.ts';
import { startServer } from './http/server.ts';
import type { TestTools } from './http/test-control.ts';
import { advanceClock, resetService, testControlRoutes } from './http/test-control.ts';
import { contextLimits } from './operations/context-limits.ts';
import { newIdentity } from './operations/identity.ts';
import { operationOf } from './operations/operation-table.ts';
import type { AsyncNote, Service } from './operations/service.ts';
import { serviceOperations } from './operations/spellings.ts';
import { resumeFollowers } from './lifecycle/followers.ts';
import { createLifecycle } from './lifecycle/lifecycle.ts';
import { agentKeyRoutes } from './pages/agent-keys/routes.ts';
import { createAsyncQueries } from './query/async/async-queries.ts';
import type { AsyncLimits, AsyncQueries } from './query/async/async-queries.ts';
import { defaultAsyncLimits } from './query/async/async-queries.ts';
import { createContextRegistry } from './search/context-registry.ts';
import type { Shape } from './shapes/shape.ts';
import { startLoops } from './shapes/start-loops.ts';
import type { ReferenceOptions, ReferenceServer } from './reference-server.ts';
import { seedService } from './seed.ts';
import { createSecretHasher, testHashing } from './security/secrets/secret-hasher.ts';
import type { Security, SecurityOptions } from './security/security.ts';
import { createSecurity } from './security/security.ts';
import { createSqlCursors } from './sql/cursors.ts';
import { aboutFolder, StorageProblem } from './storage/storage-problem.ts';
import type { Storage } from './storage/storage.ts';
import { createCatalog } from './store/catalog.ts';
import type { Catalog } from './store/catalog-types.ts';
import type { Index } from './store/index-service.ts';
import { restoreDocuments, storedIndices } from './store/stored/restore.ts';

/** More than the 200 ms after which the kit considers a query slow, so that a few milliseconds of work are enough. */
const testRest_ms = 250;

/**
 * Starts a reference server, without indices or with those in its folder. Rejects with the system error if the address
 * is not available, and with a StorageProblem if the folder cannot be used.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<ReferenceServer> {
  const environment = options.environment ?? systemEnvironment();
  const log = options.log ?? ((report: string) => void process.stderr.write(`${report}\n`));
  const storage = await openFolder(options, { environment, log });
  try {
    return await serve(options, { environment, log, storage });
  } catch (error) {
    await storage?.close().catch(() => undefined);
    throw error;
  }
}

/** What all parts of the server are built on. `storage` is undefined if data is kept in memory. */
interface Foundation {
  readonly environment: ControlledEnvironment;
  readonly log: (report: string) => void;
  readonly storage: Storage | undefined;
}

async function openFolder(
  { data, onLost = () => undefined }: ReferenceOptions,
  { environment, log }: Omit<Foundation, 'storage'>,
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

async function serve(options: ReferenceOptions, foundation: Foundation): Promise<ReferenceServer> {
  const { environment, log, storage } = foundation;
  const { compatible = false } = options;
  const journal = storage?.journal ?? noJournal;
  const shape = await shapeOf(options, environment);
  const { security, catalog } = await readStored(options, foundation, shape);
  const budgets = createBudgets(budgetLimits(options));
  const asyncQueries = createAsyncQueries<AsyncNote>(environment, asyncLimits(options), budgets);
  const parts = { environment, compatible, security, log, catalog, journal, asyncQueries, budgets };
  const service = createService({ ...parts, aliasRules: shape.aliases });
  await resumeFollowers(service);
  const { recordedRequests = defaultRecorded } = options;
  const requests = createRecorder(recordedRequests, () => environment.now());
  const faults = createFaults(environment);
  const tools = { environment, faults, requests };
  const routes = [
    ...operationRoutes(service, shape, faults),
    ...agentKeyRoutes(service),
    ...(options.testControl === true ? controlRoutes(service, shape, tools) : []),
  ];
  const address = addressOf(options);
  const app = createApp(routes, {
    host: address.host,
    maxBody: options.maxBody ?? defaultMaxBody,
    compatible,
    security,
    describe: service.describe,
    budgets,
    record: requests.record,
    refusal: shape.refusal,
    store: storage,
    log,
  });
  const stopLoops = startLoops(shape, service);
  const server = await startServer(app.callback(), address, environment);
  const stop = async (): Promise<void> => {
    faults.clear();
    await server.stop();
    stopLoops();
    service.lifecycle.stop();
    service.contexts.releaseAll();
    service.asyncQueries.removeAll();
    service.cursors.closeAll();
    await storage?.close();
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

function addressOf({ host = '127.0.0.1', port = 0 }: ReferenceOptions): Address {
  return { host, port };
}

/** Under test control, secrets that are not stored are hashed quickly: tests create many accounts and keys. */
function hashingOf(
  { testControl = false }: ReferenceOptions,
  { environment, storage }: Foundation,
): Pick<SecurityOptions, 'hasher'> {
  if (!testControl || storage !== undefined) return {};
  return { hasher: createSecretHasher(environment, testHashing) };
}

/** Under test control, long queries rest most of the time: tests see them running, and the processor stays free. */
function asyncLimits({ testControl = false }: ReferenceOptions): AsyncLimits {
  return { ...defaultAsyncLimits, ...(testControl ? { rest_ms: testRest_ms } : {}) };
}

function budgetLimits(options: ReferenceOptions): BudgetLimits {
  const names = Object.keys(defaultBudgetLimits) as (keyof BudgetLimits)[];
  const given = names.map((name) => [name, options[name] ?? defaultBudgetLimits[name]] as const);
  return { ...defaultBudgetLimits, ...Object.fromEntries(given) };
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

/** Returns the accounts and indices of a server. Rejects with a StorageProblem if the data of a folder cannot be read. */
async function readStored(
  options: ReferenceOptions,
  foundation: Foundation,
  { keyForm, indices }: Shape,
): Promise<{ readonly security: Security; readonly catalog: Catalog }> {
  const { data, superuser: first } = options;
  const { environment, storage } = foundation;
  const journal = storage?.journal ?? noJournal;
  const keys = { ...hashingOf(options, foundation), keyForm };
  try {
    const security = await createSecurity({ environment, first, journal, ...keys });
    return { security, catalog: await openCatalog(journal, indices, foundation) };
  } catch (error) {
    if (data === undefined) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const problem = new StorageProblem(
      'damaged',
      `its data cannot be read: ${reason}; restore a copy of the folder`,
    );
    throw aboutFolder(data, problem);
  }
}

/** Returns the stored indices with their documents. */
async function openCatalog(
  journal: Journal,
  rules: Shape['indices'],
  { environment, log, storage }: Foundation,
): Promise<Catalog> {
  const indices = storedIndices(journal, environment);
  const catalog = createCatalog(environment, {
    journal,
    indices: indices.map(({ index }) => index),
    rules,
  });
  if (storage !== undefined) {
    await restoreDocuments(indices, storage, { environment, log });
  }
  return catalog;
}

interface Parts extends Omit<Foundation, 'storage'> {
  readonly compatible: boolean;
  readonly security: Security;
  readonly catalog: Catalog;
  readonly journal: Journal;
  readonly asyncQueries: AsyncQueries<AsyncNote>;
  readonly budgets: Budgets;
  readonly aliasRules: Shape['aliases'];
}

function createService({ log, journal, budgets, ...shared }: Parts): Service {
  const { environment, catalog, aliasRules } = shared;
  const limits = () => contextLimits(catalog);
  const contexts = createContextRegistry({ environment, limits, memory: budgets });
  const identity = newIdentity(environment, journal);
  const onRemoved = ({ uuid, name }: Index): void => contexts.indexRemoved(uuid, name);
  return {
    ...shared,
    background: environment,
    contexts,
    lifecycle: createLifecycle({ environment, catalog, onRemoved, log, journal, aliasRules }),
    cursors: createSqlCursors(environment, budgets),
    counters: { query_total: 0, query_time_in_millis: 0 },
    requirePrivilege: () => undefined,
    identity,
    describe: (error) => describeError(error, identity.nodeId),
  };
}

function controlRoutes(service: Service, shape: Shape, tools: TestTools): readonly Route[] {
  return testControlRoutes(service, tools)
    .map(forSuperusers)
    .map((route) => shape.route?.(route, undefined) ?? route);
}

function operationRoutes(service: Service, shape: Shape, faults: FaultTable): readonly Route[] {
  const server = { service, negotiation: { vendorTypes: service.compatible } };
  return serviceOperations().map((definition) => {
    const usual = operationOf(definition.id);
    const { handler: shaped } = shape;
    const handler = shaped === undefined ? usual : async () => shaped(await usual(), definition.id);
    const route = operationRoute({ definition, handler }, server);
    return meetingFaults(shape.route?.(route, definition) ?? route, definition.id, faults);
  });
}
