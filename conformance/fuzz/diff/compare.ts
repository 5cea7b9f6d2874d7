import { isObject } from '../../base/body.ts';
import { isDeepStrictEqual } from 'node:util';

/** What one server answered, without what belongs to it alone. */
export interface Answer {
  readonly status: number;
  /** The body: a JSON value, or text; undefined for a refusal, whose body is left open. */
  readonly body: unknown;
}

/** A place of an answer at which two servers differ. */
export interface Difference {
  /** `status`, or the JSON pointer of a member, with `*` for the items of lists. */
  readonly place: string;
  readonly here: unknown;
  readonly there: unknown;
}

/**
 * Members whose values are times or scores. What else a server makes up, such as ids, differs whenever it is asked, and is
 * found by asking it twice.
 */
const volatileNames =
  /^(?:took|age|creation|expiration|invalidation|_score|max_score|.*(?:_millis|_nanos|_time|_date))$/;

/** Maximum number of differences of one answer. */
const maxDifferences = 20;

/** Maximum depth of the values that are compared. */
const maxDepth = 30;

/** Returns the places at which two answers differ. Two refusals with the same status do not. */
export function compareAnswers(here: Answer, there: Answer): readonly Difference[] {
  if (here.status !== there.status) {
    return [{ place: 'status', here: here.status, there: there.status }];
  }
  const found: Difference[] = [];
  collect({ place: '', here: here.body, there: there.body }, 0, found);
  return found.slice(0, maxDifferences);
}

function collect(pair: Difference, depth: number, found: Difference[]): void {
  const { here, there } = pair;
  if (found.length >= maxDifferences || isDeepStrictEqual(here, there)) return;
  const inner = depth < maxDepth ? within(pair) : undefined;
  if (inner === undefined) found.push(pair);
  else for (const one of inner) collect(one, depth + 1, found);
}

/** The members of two objects, or the items of two lists of one length, in pairs; undefined for other values. */
function within({ place, here, there }: Difference): readonly Difference[] | undefined {
  if (Array.isArray(here) && Array.isArray(there)) {
    const [items, others] = [here as readonly unknown[], there as readonly unknown[]];
    if (items.length !== others.length) {
      return [{ place: `${place}/(length)`, here: items.length, there: others.length }];
    }
    return items.map((item, at) => ({ place: `${place}/*`, here: item, there: others[at] }));
  }
  if (!isObject(here) || !isObject(there)) return undefined;
  const isVolatile = (name: string): boolean =>
    volatileNames.test(name) && Object.hasOwn(here, name) && Object.hasOwn(there, name);
  return [...new Set([...Object.keys(here), ...Object.keys(there)])]
    .filter((name) => !isVolatile(name))
    .map((name) => ({ place: `${place}/${name}`, here: here[name], there: there[name] }));
}
