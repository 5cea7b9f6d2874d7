import type { BudgetLimits, Budgets } from './base/budgets.ts';
import { createBudgets, defaultBudgetLimits } from './base/budgets.ts';
import type { ControlledEnvironment, Environment } from './base/environment.ts';
import type { HeapWatch } from './base/heap-use.ts';
import { problemOfHeap } from './base/heap-use.ts';
import type { Journal } from './base/journal.ts';
import { noJournal } from './base/journal.ts';
import { describeError } from './http/error-replies.ts';
import { resumeFollowers } from './lifecycle/followers.ts';
import { createLifecycle } from './lifecycle/lifecycle.ts';
import { contextLimits } from './operations/context-limits.ts';
import { newIdentity } from './operations/identity.ts';
import type { AsyncNote, Service } from './operations/service.ts';
import type { AsyncLimits } from './query/async/async-queries.ts';
import { createAsyncQueries, defaultAsyncLimits } from './query/async/async-queries.ts';
import type { ReferenceOptions } from './reference-server.ts';
import { ContextRegistry } from './search/context-registry.ts';
import { createSecretHasher, testHashing } from './security/secrets/secret-hasher.ts';
import type { SecurityOptions } from './security/security.ts';
import { createSecurity } from './security/security.ts';
import type { Shape } from './shapes/shape.ts';
import { createSqlCursors } from './sql/cursors.ts';
import { aboutFolder, StorageProblem } from './storage/storage-problem.ts';
import type { StoredData } from './storage/stored-state.ts';
import { MemoryCatalog } from './store/catalog.ts';
import type { Catalog } from './store/catalog.ts';
import type { Index } from './store/index-service.ts';
import { restoreDocuments, storedIndices } from './store/stored/restore.ts';

/** More than the 200 ms after which the kit considers a query slow, so that a few milliseconds of work are enough. */
const testRest_ms = 250;

/** What all parts of the server are built on. `storage` is undefined if data is kept in memory. */
export interface Foundation {
  readonly environment: ControlledEnvironment;
  readonly log: (report: string) => void;
  readonly storage: StoredData | undefined;
  readonly heap: HeapWatch;
}

/** A service, and the budgets that its requests share. */
export interface OpenService {
  readonly service: Service;
  readonly budgets: Budgets;
}

/**
 * Builds the service of a server, with what is stored. Rejects with a StorageProblem if stored data cannot be read: each of
 * its lines may be in order, but not what they say.
 */
export async function openService(
  options: ReferenceOptions,
  foundation: Foundation,
  shape: Shape,
): Promise<OpenService> {
  const { data } = options;
  try {
    return await builtService(options, foundation, shape);
  } catch (error) {
    if (data === undefined) throw error;
    if (error instanceof StorageProblem) throw aboutFolder(data, error);
    const reason = error instanceof Error ? error.message : String(error);
    const problem = new StorageProblem(
      `its data cannot be read: ${reason}; restore a copy of the folder`,
    );
    throw aboutFolder(data, problem);
  }
}

async function builtService(
  options: ReferenceOptions,
  foundation: Foundation,
  { keyForm, indices, aliases: aliasRules }: Shape,
): Promise<OpenService> {
  const { environment, log, storage } = foundation;
  const { compatible = false, superuser: first } = options;
  const journal = storage?.journal ?? noJournal;
  const keys = { ...hashingOf(options, foundation), keyForm };
  const security = await createSecurity({ environment, first, journal, ...keys });
  const catalog = await openCatalog(journal, indices, foundation);
  const budgets = createBudgets(budgetLimits(options));
  const limits = () => contextLimits(catalog);
  const contexts = new ContextRegistry({ environment, limits, memory: budgets });
  const onRemoved = ({ uuid, name }: Index): void => contexts.indexRemoved(uuid, name);
  const lifecycle = createLifecycle({ environment, catalog, onRemoved, log, journal, aliasRules });
  const identity = newIdentity(environment, journal);
  const service: Service = {
    environment,
    compatible,
    security,
    catalog,
    asyncQueries: createAsyncQueries<AsyncNote>(environment, asyncLimits(options), budgets),
    aliasRules,
    background: environment,
    contexts,
    lifecycle,
    cursors: createSqlCursors(environment, budgets),
    counters: { query_total: 0, query_time_in_millis: 0 },
    requirePrivilege: () => undefined,
    identity,
    describe: (error) => describeError(error, identity.nodeId),
  };
  await resumeFollowers(service);
  return { service, budgets };
}

/** Returns the stored indices with their documents. */
async function openCatalog(
  journal: Journal,
  rules: Shape['indices'],
  { environment, log, storage, heap }: Foundation,
): Promise<Catalog> {
  const indices = storedIndices(journal, environment);
  const catalog = new MemoryCatalog(environment, {
    journal,
    indices: indices.map(({ index }) => index),
    rules,
  });
  if (storage !== undefined) {
    await restoreDocuments(indices, storage, { environment: withinMemory(environment, heap), log });
  }
  return catalog;
}

/** Returns an environment whose work ends with a StorageProblem if the data is too large for the memory. */
function withinMemory(environment: Environment, heap: HeapWatch): Environment {
  return {
    ...environment,
    async yieldToEventLoop() {
      await environment.yieldToEventLoop();
      const problem = problemOfHeap(heap.use());
      if (problem === undefined) return;
      throw new StorageProblem(
        `${problem}; start the server with more (NODE_OPTIONS=--max-old-space-size=8192)`,
      );
    },
  };
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
