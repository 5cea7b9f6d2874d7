import { at } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import { isJsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import type { Refusal } from '../http/edit-refusals.ts';
import type { RequestBody } from '../operations/operation.ts';
import { queryTokens } from '../query/lexer.ts';
import { sourceText } from '../query/token-cursor.ts';
import { resolveDateMath } from '../store/catalog/names.ts';
import {
  beyondText,
  datesWithTime,
  delayedVisibility,
  namesWithoutDots,
  ownPolicyLoop,
  strictMethods,
} from './calls.ts';
import { idsEndingIn, idsOnce, shortIds } from './context-ids.ts';
import { missingFirst, noTotals, scoresAlways, scoresNull } from './searches.ts';
import type { ShapeName } from './shape-names.ts';
import type { Shape } from './shape.ts';
import { tiesRandom, tiesReversed } from './ties.ts';

/** Characters that have a meaning in a URL, in JSON or in base64. */
const oddEnd = ` a/b?c=d&e#f+g%20~"'\\==`;

/** Three ids of this length fit into a path that HTTP asks each server to read. */
const longEnd = 'x'.repeat(2600);

const shapes: Readonly<Record<ShapeName, (environment: Environment) => Shape>> = {
  'three-shards': () => ({ indices: { settings: { 'index.number_of_shards': 3 } } }),
  'active-replicas': () => ({ indices: { assignedReplicas: Infinity } }),
  'delayed-visibility': delayedVisibility,
  'own-policy-loop': ownPolicyLoop,
  'alias-moves': () => ({ aliases: { moves: true } }),
  'random-rollover-names': randomRolloverNames,
  'names-without-dots': namesWithoutDots,
  'beyond-text-404': () => beyondText(404),
  'beyond-text-501': () => beyondText(501),
  'strict-methods': strictMethods,
  'strings-as-keyword': () => ({ indices: { dynamicTypes: { text: { type: 'keyword' } } } }),
  'no-date-detection': () => ({
    indices: { mappings: { date_detection: false } },
  }),
  'integers-as-integer': () => ({
    indices: { dynamicTypes: { integer: 'integer', fraction: 'double' } },
  }),
  'dates-with-time': datesWithTime,
  'refusals-422': () => refusingWith(422),
  'refusals-in-turn': () => refusingWith(400, 403, 404, 405, 409, 410, 412, 422, 423, 451),
  'text-errors': textErrors,
  'no-error-body': noErrorBody,
  'long-ids': () => idsEndingIn(longEnd, 'x'.repeat(1000)),
  'numeric-ids': shortIds,
  'odd-ids': () => idsEndingIn(oddEnd, `ü€😀${oddEnd}`),
  'ids-once': idsOnce,
  'missing-first': missingFirst,
  'ties-reversed': tiesReversed,
  'ties-random': tiesRandom,
  'no-totals': noTotals,
  'scores-always': scoresAlways,
  'scores-null': scoresNull,
  'no-mv-expand': () => withoutCommand('mv_expand'),
  'no-row': () => withoutCommand('row'),
};

/** Returns the shape that has all properties of some shapes; the last one is the outermost. */
export function combinedShape(names: readonly ShapeName[], environment: Environment): Shape {
  return names.map((name) => shapes[name](environment)).reduce(combined, {});
}

function combined(one: Shape, other: Shape): Shape {
  const dynamicTypes = { ...one.indices?.dynamicTypes, ...other.indices?.dynamicTypes };
  const settings = { ...one.indices?.settings, ...other.indices?.settings };
  return {
    indices: { ...one.indices, ...other.indices, settings, dynamicTypes },
    aliases: { ...one.aliases, ...other.aliases },
    route: chained(one.route, other.route),
    handler: chained(one.handler, other.handler),
    refusal: chained(one.refusal, other.refusal),
    keyForm: chained(one.keyForm, other.keyForm),
    loops: [...(one.loops ?? []), ...(other.loops ?? [])],
  };
}

/** Returns the function that applies one function and then the other; undefined stands for one that changes nothing. */
function chained<Value, More extends readonly unknown[]>(
  one: ((value: Value, ...more: More) => Value) | undefined,
  other: ((value: Value, ...more: More) => Value) | undefined,
): (value: Value, ...more: More) => Value {
  return (value, ...more) => {
    const first = one?.(value, ...more) ?? value;
    return other?.(first, ...more) ?? first;
  };
}

/** The shape whose new indices of a rollover have random names. */
export function randomRolloverNames(environment: Environment): Shape {
  return {
    aliases: {
      nextName(provided, now_ms) {
        const stem = resolveDateMath(provided, now_ms).replace(/-[^-]*$/, '');
        return `${stem}-${Buffer.from(environment.randomBytes(5)).toString('hex')}`;
      },
    },
  };
}

/** The shape whose query language lacks a command. */
export function withoutCommand(name: string): Shape {
  return {
    handler: (handle, id) =>
      id === 'runQuery' || id === 'runAsyncQuery'
        ? (request, service) => {
            if (uses(request.body, name)) refuse(`unknown command [${name}]`);
            return handle(request, service);
          }
        : handle,
  };
}

function uses(body: RequestBody | undefined, name: string): boolean {
  const json = body?.json();
  const query = isJsonObject(json) ? json['query'] : undefined;
  if (typeof query !== 'string') return false;
  const tokens = commandTokens(query);
  return tokens.some(
    ({ text }, at) => text.toLowerCase() === name && (at === 0 || tokens[at - 1]?.text === '|'),
  );
}

/** Returns no tokens for a text that has none; the handler says what is wrong with it. */
function commandTokens(query: string): ReturnType<typeof queryTokens> {
  try {
    return queryTokens(sourceText(query));
  } catch {
    return [];
  }
}

/** The only error type that the specification names. */
const fixedName = 'strict_dynamic_mapping_exception';

/** The shape that gives its refusals some statuses in turn. */
export function refusingWith(...statuses: readonly number[]): Shape {
  let count = 0;
  return {
    refusal: (refusal) => ({ ...refusal, status: at(statuses, count++ % statuses.length) }),
  };
}

/** The shape whose refusals are plain text. */
export function textErrors(): Shape {
  const plain = ({ text, status }: Refusal): Refusal => ({
    status,
    type: 'text/plain',
    text: `refused: ${text.includes(fixedName) ? fixedName : 'no reason given'}`,
  });
  return { refusal: plain };
}

/** The shape whose refusals have no body, except for the error that has to be named. */
export function noErrorBody(): Shape {
  const bare = ({ text, status }: Refusal): Refusal => ({
    status,
    type: 'text/plain',
    text: text.includes(fixedName) ? fixedName : '',
  });
  return { refusal: bare };
}
