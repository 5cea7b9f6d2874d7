import { defined } from '../base/assert.ts';

/** A route and the values of its path parameters, decoded. */
export interface Match<Route> {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Finds the routes of a path; a literal segment takes precedence over a parameter. */
export type FindRoutes<Route> = (path: string) => readonly Match<Route>[];

/** A place in the tree of templates: what follows a number of segments. */
interface Place<Route> {
  readonly literals: Map<string, Place<Route>>;
  parameter: Place<Route> | undefined;
  readonly routes: { readonly route: Route; readonly names: readonly string[] }[];
}

/** Takes routes with templates such as `/{target}/_search`, whose parameters are whole segments. */
export function routeTree<Route extends { readonly path: string }>(
  routes: readonly Route[],
): FindRoutes<Route> {
  const root = emptyPlace<Route>();
  for (const route of routes) {
    const names: string[] = [];
    let place = root;
    for (const segment of segmentsOf(route.path)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name !== undefined) names.push(name);
      place = name === undefined ? literalAt(place, segment) : (place.parameter ??= emptyPlace());
    }
    place.routes.push({ route, names });
  }
  return (path) => {
    const found: Match<Route>[] = [];
    follow({ place: root, segments: segmentsOf(path), at: 0, values: [] }, found);
    return found;
  };
}

interface Step<Route> {
  readonly place: Place<Route>;
  readonly segments: readonly string[];
  readonly at: number;
  /** The values of the parameters so far. */
  readonly values: readonly string[];
}

function follow<Route>({ place, segments, at, values }: Step<Route>, found: Match<Route>[]): void {
  const segment = segments[at];
  if (segment === undefined) {
    for (const { route, names } of place.routes) {
      const named = names.map((name, number) => [name, defined(values[number], name)] as const);
      found.push({ route, parameters: Object.fromEntries(named) });
    }
    return;
  }
  const literal = place.literals.get(segment);
  if (literal !== undefined) follow({ place: literal, segments, at: at + 1, values }, found);
  if (place.parameter === undefined || segment === '') return;
  const decoded = decodeURIComponent(segment);
  follow({ place: place.parameter, segments, at: at + 1, values: [...values, decoded] }, found);
}

function literalAt<Route>(place: Place<Route>, segment: string): Place<Route> {
  const known = place.literals.get(segment);
  if (known !== undefined) return known;
  const created = emptyPlace<Route>();
  place.literals.set(segment, created);
  return created;
}

function emptyPlace<Route>(): Place<Route> {
  return { literals: new Map(), parameter: undefined, routes: [] };
}

function segmentsOf(path: string): readonly string[] {
  return path.slice(1).split('/');
}
