import { loadOperations, type OperationDefinition } from '../../spec/operations.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { describedPlaces, placesIn } from '../description/described-places.ts';
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
  /** Members of JSON bodies that the specification shows. */
  readonly members: Share;
  /** Values that the description lists for parameters and members. */
  readonly values: Share;
}

/** Notes exchanges, and says what they reached. */
export interface ReachRecorder {
  note(request: WireRequest, response: WireResponse): void;
  reach(): Reach;
}

/** Starts to record what a run reaches. */
export function recordReach(): ReachRecorder {
  const noted = {
    operations: new Set<string>(),
    accepted: new Set<string>(),
    parameters: new Set<string>(),
    places: new Set<string>(),
  };
  let requests = 0;
  return {
    note(request, response) {
      requests += 1;
      const operation = findOperation(request.method, request.path);
      if (operation === undefined) return;
      noted.operations.add(operation.id);
      if (response.status < 300) noted.accepted.add(operation.id);
      const query = new URLSearchParams(request.path.split('?', 2)[1] ?? '');
      for (const name of query.keys()) noted.parameters.add(name);
      for (const place of placesIn({ operation, request, response })) noted.places.add(place);
    },
    reach() {
      const all = loadOperations();
      const ids = all.map(({ id }) => id);
      const described = all.filter(({ isExtra }) => !isExtra).flatMap(placesSent);
      const isValue = (place: string): boolean => place.includes('=');
      const members = described.filter((place) => / json/.test(place) && !isValue(place));
      const names = all.flatMap(({ queryParameters }) => queryParameters.map(({ name }) => name));
      return {
        requests,
        operations: shareOf(ids, noted.operations),
        accepted: shareOf(ids, noted.accepted),
        parameters: shareOf(names, noted.parameters),
        members: shareOf(members, noted.places),
        values: shareOf(described.filter(isValue), noted.places),
      };
    },
  };
}

/** Returns the line that says what a run reached. */
export function reachLine({ requests, accepted, ...shares }: Reach): string {
  const share = ({ reached, of }: Share): string => `${reached} of ${of}`;
  const { operations, parameters, members, values } = shares;
  return `reached in ${requests} requests: ${share(operations)} operations (${accepted.reached} with success), ${share(parameters)} query parameters, ${share(members)} members sent, ${share(values)} listed values`;
}

function placesSent(operation: OperationDefinition): readonly string[] {
  return describedPlaces(operation)
    .filter(({ side }) => side === 'request')
    .map(({ owner, side, place }) => `${owner} ${side} ${place}`);
}

function shareOf(all: readonly string[], reached: ReadonlySet<string>): Share {
  const distinct = [...new Set(all)];
  const others = distinct.filter((one) => !reached.has(one));
  const of = distinct.length;
  return { reached: of - others.length, of, missing: others };
}
