import { pathnameOf } from '../base/exchange.ts';
import { at } from '../base/errors.ts';
import { loadOperations, type OperationDefinition } from '../../spec/operations.ts';

/** An operation, and the segments of its path. */
interface Route {
  readonly operation: OperationDefinition;
  readonly segments: readonly string[];
}

const routes = new Map<string, readonly Route[]>();

/**
 * The operation that a request matches; undefined if there is none. Of several, the one with the most literal segments.
 */
export function findOperation(method: string, path: string): OperationDefinition | undefined {
  const segments = segmentsOf(pathnameOf(path));
  return routesFor(method.toLowerCase()).find((route) => fits(route, segments))?.operation;
}

/** The routes of a method, those with the most literal segments first, and of these the ones of the intake last. */
function routesFor(method: string): readonly Route[] {
  const known = routes.get(method);
  if (known !== undefined) return known;
  const built = loadOperations()
    .filter((operation) => operation.method === method)
    .toSorted((a, b) => Number(isIntake(a)) - Number(isIntake(b)))
    .map((operation) => ({ operation, segments: segmentsOf(operation.path) }))
    .toSorted((a, b) => literalsIn(b) - literalsIn(a));
  routes.set(method, built);
  return built;
}

function literalsIn({ segments }: Route): number {
  return segments.filter((segment) => !isParameter(segment)).length;
}

function fits(route: Route, segments: readonly string[]): boolean {
  return (
    route.segments.length === segments.length &&
    route.segments.every((segment, index) =>
      isParameter(segment)
        ? mayBeParameter(at(segments, index), index)
        : segment === segments[index],
    )
  );
}

/** Index names do not begin with `_`, except `_all`, so any other first segment that begins with `_` is literal. */
function mayBeParameter(segment: string, index: number): boolean {
  return segment !== '' && (index > 0 || !segment.startsWith('_') || segment === '_all');
}

function isIntake(operation: OperationDefinition): boolean {
  return operation.tags.includes('intake');
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/^\//, '').split('/');
}

/**
 * The name of an operation for people, such as `PUT /{index}`: the method and the template of its path. For a request that
 * no operation describes, its path without the query string and without names that the kit made.
 */
export function operationTitle(method: string, path: string): string {
  const known = findOperation(method, path)?.path;
  const plain = pathnameOf(path).replaceAll(/ck-[^/]*/g, '{name}');
  return `${method} ${known ?? plain}`;
}
