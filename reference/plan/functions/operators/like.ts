import { ServiceError } from '../../../base/service-error.ts';
import type { Block } from '../../block.ts';
import { countAt, nullBlock, valueAt } from '../../block.ts';
import { gatherRows } from '../../blocks/gather.ts';
import type {
  ApplyCall,
  BlockInTurns,
  CallContext,
  CallSite,
  Expression,
} from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import { isString } from '../../column-type.ts';
import { wrongType } from '../arguments.ts';
import { callOf, nullOf } from '../call.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import type { Part } from '../conditional/rows-of.ts';
import { mergeParts } from '../conditional/rows-of.ts';
import { blockOf } from '../evaluate.ts';
import { afterEach } from '../kernels/pace.ts';
import { orProblem } from '../kernels/problems.ts';
import type { RowResult } from '../kernels/rows.ts';
import { applyRows } from '../kernels/rows.ts';
import { luceneTest } from '../regex/lucene-pattern.ts';
import { wildcardMatcher } from '../../../base/wildcard.ts';

type TextTest = (text: string) => boolean;

function resolvePattern(site: CallSite, compile: (pattern: string) => TextTest): Expression {
  const [value, ...patterns] = site.operands;
  if (value === undefined || patterns.length === 0) {
    throw new QueryProblem(site.place, `[${site.name}] needs a value and a pattern`);
  }
  if (value.type !== 'null' && !isString(value.type)) {
    throw wrongType(value, { text: site.place.text, ordinal: 'argument', label: 'string' });
  }
  const tests = patterns.flatMap((pattern) => testsOf(pattern, site, compile));
  if (value.type === 'null') return nullOf(site.place, 'boolean');
  const weight = site.name === 'rlike' ? afterEach : Math.max(...patterns.map(lengthOf));
  return callOf(site, { type: 'boolean', operands: [value], apply: applyTests(tests, weight) });
}

/** The time for a text is at most in proportion to the length of a pattern of LIKE. */
function lengthOf(pattern: Expression): number {
  const values = pattern.kind === 'constant' ? pattern.values : [];
  return Math.max(1, ...values.map((value) => String(value).length));
}

/** Number of patterns that a text is compared with before the work may pause. */
const testsAtOnce = 4;

/** Some patterns at a time; the next ones only for the rows in which none of them matches. */
function applyTests(tests: readonly TextTest[], weight: number): ApplyCall {
  const groups: ApplyCall[] = [];
  for (let from = 0; from < tests.length; from += testsAtOnce) {
    const some = tests.slice(from, from + testsAtOnce);
    const row = ([text = '']: readonly unknown[]): RowResult =>
      orProblem(() => Number(some.some((test) => test(String(text)))));
    groups.push(applyRows('boolean', row, { weight }));
  }
  const [only] = groups;
  if (only !== undefined && groups.length === 1) return only;
  return ([texts], call) =>
    texts === undefined ? nullBlock(call.rows) : inGroups(texts, groups, call);
}

function* inGroups(texts: Block, groups: readonly ApplyCall[], call: CallContext): BlockInTurns {
  const parts: Part[] = [];
  let rows = Uint32Array.from({ length: call.rows }, (_, row) => row);
  for (const group of groups) {
    const own = gatherRows(texts, rows);
    const block = yield* blockOf(group([own], { ...call, rows: rows.length }));
    parts.push({ rows, block });
    rows = rows.filter((_, index) => countAt(block, index) === 1 && valueAt(block, index) === 0);
    if (rows.length === 0) break;
  }
  return mergeParts(parts, 'boolean', call.rows);
}

function testsOf(
  pattern: Expression,
  site: CallSite,
  compile: (pattern: string) => TextTest,
): readonly TextTest[] {
  if (pattern.kind !== 'constant' || !isString(pattern.type)) {
    throw new QueryProblem(
      pattern.place,
      `second argument of [${site.place.text}] must be a string, received [${pattern.place.text}]`,
    );
  }
  return pattern.values.map((value) => {
    try {
      return compile(String(value));
    } catch (error) {
      if (error instanceof ServiceError) {
        throw new QueryProblem(
          pattern.place,
          `Invalid pattern for ${site.name.toUpperCase()} [${String(value)}]: [${error.reason}]`,
        );
      }
      throw error;
    }
  });
}

function pattern(
  name: 'like' | 'rlike',
  compile: (pattern: string) => TextTest,
  described: { readonly description: string; readonly examples: readonly FunctionExample[] },
): FunctionDefinition {
  return {
    name,
    signature: `a ${name.toUpperCase()} pattern`,
    ...described,
    resolve: (site) => resolvePattern(site, compile),
  };
}

/** `LIKE` and `RLIKE`, each with one pattern or a list of them. */
export const patternFunctions: readonly FunctionDefinition[] = [
  pattern('like', (pattern) => wildcardMatcher(pattern, { limited: true }), {
    description:
      'True if the whole text matches a pattern with `*` (any number of characters) and `?` (one character).',
    examples: [
      { call: '"foobar" LIKE "foo*"', gives: true },
      { call: '"foobar" LIKE "f??bar"', gives: true },
      { call: '"foobar" LIKE "oba"', gives: false },
      { call: '"a*b" LIKE """a\\*b"""', gives: true },
      { call: '"aXb" LIKE """a\\*b"""', gives: false },
      { call: '"foobar" LIKE "*b*r"', gives: true },
    ],
  }),
  pattern('rlike', luceneTest, {
    description: 'True if the whole text matches a regular expression in the syntax of Lucene.',
    examples: [
      { call: '"foobar" RLIKE "foo(bar|baz)"', gives: true },
      { call: '"foobar" RLIKE "foo"', gives: false },
      { call: '"a.b" RLIKE """a\\.b"""', gives: true },
      { call: '"2024-05" RLIKE "[0-9]{4}-[0-9]{2}"', gives: true },
      { call: '"abc" RLIKE "~(a.*)"', gives: false },
      { call: '"abc" RLIKE ".*b.*&.{3}"', gives: true },
      { call: '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab" RLIKE "(a*)*c"', gives: false },
      { call: '"v12" RLIKE "v<10-20>"', gives: true },
    ],
  }),
];
