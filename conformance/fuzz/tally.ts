import { isSuccess } from '../client/expectations.ts';
import { scenarioState } from '../client/scenario-state.ts';
import type { ScenarioRecord } from '../client/record.ts';
import type { World } from '../client/world.ts';
import { operationTitle } from '../driver/find-operation.ts';
import type { Row } from './dimensions/table.ts';
import { triedIn } from './dimensions/tried.ts';
import type { Property } from './property.ts';

/** The name of the observation of a request that the description forbids and that the server accepts. */
export const acceptedInput = 'accepted-input';

/** The ids of the operations of which a server accepted a valid request in a run of a property. */
export const acceptedOf = scenarioState((): Set<string> => new Set());

/** Maximum number of notes of one kind that are kept. */
const maxKept = 1000;

/** What all runs of a property have left to report, besides a counterexample. */
export interface Sums {
  readonly requests: number;
  readonly leftovers: readonly string[];
  /** The number of requests that the server accepted; a property that reached nothing has judged nothing. */
  readonly accepted: number;
  /** The wrong requests that the server accepted; each once. */
  readonly observed: readonly string[];
  /** The operations that answered 500 or more and named a reason, with the status; each once. */
  readonly serverErrors: readonly string[];
  /** The rows of its table of dimensions that were judged. */
  readonly rows: readonly Row[];
}

/** Starts to sum the records of a property, beside the sums of its rounds before. */
export function openTally({ reached }: Pick<Property, 'reached'>, before?: Sums) {
  const leftovers = [...(before?.leftovers ?? [])];
  const observed = new Set(before?.observed);
  const serverErrors = new Set(before?.serverErrors);
  const rows: Row[] = [...(before?.rows ?? [])];
  let { accepted, requests } = before ?? { accepted: 0, requests: 0 };
  return {
    take({ leftovers: left, exchanges, observations }: ScenarioRecord, world: World): void {
      leftovers.push(...left);
      requests += exchanges.length;
      rows.push(...triedIn(world));
      accepted +=
        reached?.(world) ?? exchanges.filter(({ response }) => isSuccess(response.status)).length;
      for (const { what, value } of observations) {
        if (what.startsWith(acceptedInput)) keep(observed, String(value));
      }
      for (const { request, response } of exchanges) {
        const { status } = response;
        const operation = operationTitle(request.method, request.path);
        if (status >= 500) keep(serverErrors, `${operation} answered ${status}`);
      }
    },
    sums: (): Sums => ({
      requests,
      leftovers,
      accepted,
      observed: [...observed],
      serverErrors: [...serverErrors],
      rows,
    }),
  };
}

function keep(notes: Set<string>, note: string): void {
  if (notes.size < maxKept) notes.add(note);
}
