/** What the help says about a shape; shapes of one aspect exclude each other. */
export interface ShapeSummary {
  readonly aspect: string;
  readonly summary: string;
}

function shape(aspect: string, summary: string): ShapeSummary {
  return { aspect, summary };
}

/** The shapes that the server can be started in, all of which the specification allows. */
export const shapeSummaries = {
  'three-shards': shape('shards', 'an index has three shards unless it names a number'),
  'active-replicas': shape('replicas', 'replicas of an index are active; it has one by default'),
  'delayed-visibility': shape(
    'visibility',
    'documents become visible every 200 ms only; no _refresh, refresh_interval is ignored',
  ),
  'own-policy-loop': shape('policies', 'policies run twice a second; no /_test/policies/run'),
  'alias-moves': shape('rollover', 'after its rollover an alias has the new index only'),
  'random-rollover-names': shape('rollover-names', 'the name of the new index is random'),
  'names-without-dots': shape('index-names', 'the name of an index must not contain a dot'),
  'beyond-text-404': shape('calls', 'calls that the specification does not show answer 404'),
  'beyond-text-501': shape('calls', 'the same with 501'),
  'strict-methods': shape('methods', 'each call has only the methods that the specification shows'),
  'strings-as-keyword': shape('dynamic-strings', 'dynamic strings are keywords'),
  'no-date-detection': shape('dynamic-dates', 'dynamic strings are never dates'),
  'integers-as-integer': shape('dynamic-numbers', 'dynamic numbers are integers and doubles'),
  'dates-with-time': shape('date-texts', 'dates in documents need a time'),
  'refusals-422': shape('refusal-status', 'every refusal has status 422'),
  'refusals-in-turn': shape('refusal-status', 'refusals have ten statuses from 400 to 451 in turn'),
  'text-errors': shape('refusal-body', 'the body of a refusal is plain text'),
  'no-error-body': shape('refusal-body', 'refusals have no body'),
  'long-ids': shape(
    'id-form',
    'ids of contexts, asynchronous queries and keys have 1,000 characters or more',
  ),
  'numeric-ids': shape('id-form', 'the same ids are small numbers'),
  'odd-ids': shape('id-form', 'the same ids contain blanks and characters such as / ? # % and +'),
  'ids-once': shape('id-use', 'each use of a scroll or point in time replaces its id'),
  'missing-first': shape('missing', 'documents without a value are sorted first'),
  'ties-reversed': shape('ties', 'the last written of equal hits is first'),
  'ties-random': shape('ties', 'equal hits have any order'),
  'no-totals': shape('totals', 'answers to searches have no total'),
  'scores-always': shape('scores', 'sorted hits have scores'),
  'scores-null': shape('scores', 'no hit has a score, and no search a max_score'),
  'no-mv-expand': shape('mv-expand', 'the query language has no MV_EXPAND'),
  'no-row': shape('row', 'the query language has no ROW'),
} as const satisfies Readonly<Record<string, ShapeSummary>>;

/** The name of a shape. */
export type ShapeName = keyof typeof shapeSummaries;

/**
 * Reads names separated by commas. Throws a RangeError if one is unknown, or two exclude each other.
 */
export function readShapes(text: string): readonly ShapeName[] {
  const names = text.split(',').map((name) => name.trim());
  const aspects = new Map<string, string>();
  return names.map((name) => {
    if (!isShape(name)) throw new RangeError(`There is no shape [${name}].`);
    const { aspect } = shapeSummaries[name];
    const other = aspects.get(aspect);
    if (other !== undefined) throw new RangeError(`[${other}] and [${name}] exclude each other.`);
    aspects.set(aspect, name);
    return name;
  });
}

function isShape(name: string): name is ShapeName {
  return Object.hasOwn(shapeSummaries, name);
}
