import { loadOperations, type OperationDefinition } from '../../../spec/operations.ts';
import type { Exchange, WireRequest } from '../../base/exchange.ts';
import { type DerivedMutation, derived, type Interceptor } from '../../run/mutation.ts';
import { callMutations, startCallEdit } from './call-space.ts';
import { statusClass, type KnownExchange } from '../../description/exchange-parts.ts';
import type { ScenarioMemory } from './operators.ts';
import { requestMutations, startRequestEdit } from './request-space.ts';
import { responseMutations, startResponseEdit } from './response-space.ts';
import { receivedIn, receivedPlaces } from '../../description/described-places.ts';
import { findOperation } from '../../driver/find-operation.ts';
import { refusal } from '../interceptors.ts';

/** The exchanges of one scenario against the correct server, in their order. */
export interface Recording {
  /** The id of the scenario. */
  readonly scenario: string;
  readonly exchanges: readonly Exchange[];
}

/** A derived mutation, and the scenarios whose recorded exchanges it changes. */
export interface DerivedTrial {
  readonly mutation: DerivedMutation;
  readonly scenarios: readonly string[];
}

/** A value has to occur in so many scenarios before it counts as an id of a context. */
const minForeignValues = 3;

/** Derives all mutations of the recorded exchanges, in the order of their ids. */
export function deriveSpace(recordings: readonly Recording[]): readonly DerivedTrial[] {
  const space = new Map<string, { mutation: DerivedMutation; scenarios: Set<string> }>();
  const foreign = new ForeignValues();
  const successes = new Map<string, string>();
  const add = (mutation: DerivedMutation, scenario: string): void => {
    const known = space.get(mutation.id);
    if (known === undefined) space.set(mutation.id, { mutation, scenarios: new Set([scenario]) });
    else known.scenarios.add(scenario);
  };
  for (const { scenario, exchanges } of recordings) {
    const memory = memoryOf(scenario, foreign);
    for (const exchange of exchanges.flatMap(knownExchange)) {
      noteSuccess(successes, exchange);
      const mutations = derivations.flatMap((derive) => derive(exchange, memory));
      for (const mutation of mutations) add(mutation, scenario);
    }
  }
  for (const { mutation, scenarios } of foreign.trials()) {
    for (const scenario of scenarios) add(mutation, scenario);
  }
  return [...space.values()]
    .map(({ mutation, scenarios }) => ({
      mutation: withSuccess(mutation, successes),
      scenarios: [...scenarios],
    }))
    .toSorted((a, b) => (a.mutation.id < b.mutation.id ? -1 : 1));
}

const derivations = [callMutations, requestMutations, responseMutations];

/** Returns the exchange unless the specification does not show its operation. */
function knownExchange({ request, response, operation }: Exchange): readonly KnownExchange[] {
  const definition = operation === undefined ? undefined : operationWithId(operation);
  if (definition === undefined || definition.isExtra) return [];
  return [{ operation: definition, request, response }];
}

let operations: ReadonlyMap<string, OperationDefinition> | undefined;

function operationWithId(id: string): OperationDefinition | undefined {
  operations ??= new Map(loadOperations().map((operation) => [operation.id, operation]));
  return operations.get(id);
}

/** Remembers a recorded success of each operation, which `accepted` gives in place of a refusal. */
function noteSuccess(successes: Map<string, string>, { operation, response }: KnownExchange): void {
  const isJson = /json/.test(response.headers['content-type'] ?? '');
  if (statusClass(response) !== '2xx' || !isJson || successes.has(operation.id)) return;
  successes.set(operation.id, Buffer.from(response.body).toString('utf8'));
}

function withSuccess(
  mutation: DerivedMutation,
  successes: ReadonlyMap<string, string>,
): DerivedMutation {
  const value = successes.get(mutation.operation);
  return mutation.operator === 'accepted' && value !== undefined
    ? { ...mutation, value }
    : mutation;
}

function memoryOf(scenario: string, foreign: ForeignValues): ScenarioMemory {
  const previous = new Map<string, readonly unknown[]>();
  return {
    swap(key, values) {
      const before = previous.get(key);
      previous.set(key, values);
      return before;
    },
    note: (key, values) => foreign.note(key, values, scenario),
  };
}

/** The texts at each place, to put a value of one scenario into the answers of the others. */
class ForeignValues {
  readonly #places = new Map<string, Map<string, Set<string>>>();

  note(key: string, values: readonly unknown[], scenario: string): void {
    const [first] = values;
    if (typeof first !== 'string' || key.includes('*')) return;
    const byValue = this.#places.get(key) ?? new Map<string, Set<string>>();
    this.#places.set(key, byValue);
    byValue.set(first, (byValue.get(first) ?? new Set()).add(scenario));
  }

  trials(): readonly DerivedTrial[] {
    return [...this.#places].flatMap(([key, byValue]) => {
      const [value = ''] = byValue.keys();
      if (byValue.size < minForeignValues) return [];
      const own = byValue.get(value) ?? new Set<string>();
      // A value of only one scenario is an id, which differs from run to run.
      const scenarios = [...byValue.values()]
        .flatMap((ids) => [...ids])
        .filter((id) => own.size === 1 || !own.has(id));
      const [operation = '', place = ''] = key.split(' ', 2);
      const subject = { operation: operation as DerivedMutation['operation'], place };
      const mutation = derived({ ...subject, side: 'response', operator: 'foreign', value });
      return [{ mutation, scenarios: [...new Set(scenarios)] }];
    });
  }
}

/**
 * Returns a mutation with the operator `unreached` for each member of an answer that is in no exchange: whatever a server does
 * there, no scenario sees it. One is reached if any operation with the same body has it.
 */
export function unreachedPlaces(recordings: readonly Recording[]): readonly DerivedTrial[] {
  const exchanges = recordings.flatMap((one) => one.exchanges.flatMap(knownExchange));
  const reached = new Set(exchanges.flatMap(receivedIn));
  const side = 'response';
  return loadOperations()
    .filter(({ isExtra }) => !isExtra)
    .flatMap((operation) =>
      receivedPlaces(operation)
        .filter(([, found]) => !reached.has(found))
        .map(([place]) => ({
          mutation: derived({ operation: operation.id, side, place, operator: 'unreached' }),
          scenarios: [],
        })),
    );
}

/** Starts a derived mutation in front of a correct server. */
export function startDerived(mutation: DerivedMutation): Interceptor {
  const operationOf = ({ method, path }: WireRequest): OperationDefinition | undefined => {
    const found = findOperation(method, path);
    return found?.id === mutation.operation ? found : undefined;
  };
  if (mutation.side === 'call') {
    return startCallEdit(mutation, (request) => operationOf(request) !== undefined);
  }
  if (mutation.side === 'request') {
    const edit = startRequestEdit(mutation);
    return async (request, forward) => {
      const operation = operationOf(request);
      const edited = operation && edit(operation, request);
      if (edited === 'refused') return refusal('illegal_argument_exception', 'not supported');
      return forward(edited ?? request);
    };
  }
  const edit = startResponseEdit(mutation);
  return async (request, forward) => {
    const response = await forward(request);
    const operation = operationOf(request);
    return (operation && edit({ operation, request, response })) ?? response;
  };
}
