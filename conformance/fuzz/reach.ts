import { loadOperations, type OperationDefinition } from '../../spec/operations.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { bareMediaType, formatOf, mediaTypes } from '../decode/formats.ts';
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
  /** Media types of bodies that were sent. */
  readonly mediaTypes: Share;
  /** Result formats that were received. */
  readonly formats: Share;
  /** Functions of the query languages that queries called; the specification lists none. */
  readonly functions: readonly string[];
  readonly statuses: readonly number[];
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
    formats: new Set<string>(),
    mediaTypes: new Set<string>(),
    functions: new Set<string>(),
    statuses: new Set<number>(),
  };
  let requests = 0;
  return {
    note(request, response) {
      requests += 1;
      noted.statuses.add(response.status);
      const operation = findOperation(request.method, request.path);
      if (operation === undefined) return;
      noted.operations.add(operation.id);
      if (response.status < 300) noted.accepted.add(operation.id);
      const query = new URLSearchParams(request.path.split('?', 2)[1] ?? '');
      for (const name of query.keys()) noted.parameters.add(name);
      if (request.body !== undefined) {
        noted.mediaTypes.add(bareMediaType(request.headers['content-type']));
      }
      for (const name of functionsIn(operation, request.body)) noted.functions.add(name);
      noted.formats.add(formatOf(response.headers['content-type']) ?? '');
      for (const place of placesIn({ operation, request, response })) noted.places.add(place);
    },
    reach() {
      const all = loadOperations();
      const ids = all.map(({ id }) => id);
      const described = all.filter(({ isExtra }) => !isExtra).flatMap(placesSent);
      const isValue = (place: string): boolean => place.includes('=');
      const members = described.filter((place) => / json/.test(place) && !isValue(place));
      const names = all.flatMap(({ queryParameters }) => queryParameters.map(({ name }) => name));
      const types = all.flatMap(({ requestMediaTypes }) =>
        requestMediaTypes.map((one) => one.mediaType),
      );
      return {
        requests,
        operations: shareOf(ids, noted.operations),
        accepted: shareOf(ids, noted.accepted),
        parameters: shareOf(names, noted.parameters),
        members: shareOf(members, noted.places),
        values: shareOf(described.filter(isValue), noted.places),
        mediaTypes: shareOf(types, noted.mediaTypes),
        formats: shareOf(Object.keys(mediaTypes), noted.formats),
        functions: [...noted.functions].toSorted(),
        statuses: [...noted.statuses].toSorted((a, b) => a - b),
      };
    },
  };
}

/** The functions that the text of a query calls; none for other operations. */
function functionsIn(
  { path }: { readonly path: string },
  body: WireRequest['body'],
): readonly string[] {
  if (!/^\/_(?:query|sql)/.test(path) || typeof body !== 'string') return [];
  return body.match(/\b[A-Z][A-Z_0-9]+(?=\()/g) ?? [];
}

/** Returns the lines that say what a run reached. */
export function reachLines(reach: Reach): readonly string[] {
  const share = ({ reached, of }: Share): string => `${reached} of ${of}`;
  const { operations, accepted, parameters, members, values, formats, functions } = reach;
  const called = functions.length === 0 ? 'none' : functions.join(', ');
  return [
    `reached ${share(operations)} operations (${accepted.reached} with success), ${share(parameters)} query parameters, ${share(members)} members sent, ${share(values)} listed values, ${share(formats)} formats`,
    `        ${share(reach.mediaTypes)} media types of bodies; functions: ${called}`,
    `        in ${reach.requests} requests with the statuses ${reach.statuses.join(', ')}`,
  ];
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
