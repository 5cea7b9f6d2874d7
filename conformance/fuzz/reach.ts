import { loadOperations } from '../../spec/operations.ts';
import { parametersOf, type WireRequest, type WireResponse } from '../base/exchange.ts';
import { findOperation } from '../driver/find-operation.ts';

/** How many of the things that the description names the requests of a run contained. */
export interface Share {
  readonly reached: number;
  readonly of: number;
  /** The others. */
  readonly missing: readonly string[];
}

/** What a run reached of the interface. */
export interface Reach {
  readonly requests: number;
  readonly operations: Share;
  /** Operations that answered with a success. */
  readonly accepted: Share;
  /** Names of query parameters. */
  readonly parameters: Share;
}

/** Notes exchanges, and says what they reached. */
export interface ReachRecorder {
  note(request: WireRequest, response: WireResponse): void;
  reach(): Reach;
}

/** Starts to record what a run reaches. */
export function recordReach(): ReachRecorder {
  const [operations, accepted, parameters] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  let requests = 0;
  return {
    note(request, response) {
      requests += 1;
      const operation = findOperation(request.method, request.path);
      if (operation === undefined) return;
      operations.add(operation.id);
      if (response.status < 300) accepted.add(operation.id);
      for (const name of parametersOf(request.path).keys()) parameters.add(name);
    },
    reach() {
      const all = loadOperations();
      const ids = all.map(({ id }) => id);
      const names = all.flatMap(({ queryParameters }) => queryParameters.map(({ name }) => name));
      return {
        requests,
        operations: shareOf(ids, operations),
        accepted: shareOf(ids, accepted),
        parameters: shareOf(names, parameters),
      };
    },
  };
}

/** Returns the line that says what a run reached. */
export function reachLine({ requests, operations, accepted, parameters }: Reach): string {
  const share = ({ reached, of }: Share): string => `${reached} of ${of}`;
  return `reached in ${requests} requests: ${share(operations)} operations (${accepted.reached} with success), ${share(parameters)} query parameters`;
}

function shareOf(all: readonly string[], reached: ReadonlySet<string>): Share {
  const distinct = [...new Set(all)];
  const others = distinct.filter((one) => !reached.has(one));
  const of = distinct.length;
  return { reached: of - others.length, of, missing: others };
}
