import { RE2JS } from 're2js';
import type { Work } from '../../base/work.ts';
import { refuse } from '../../base/service-error.ts';
import type { TextTest } from '../../base/wildcard.ts';
import { wildcardMatcher } from '../../base/wildcard.ts';
import { isList } from '../cells.ts';
import { isString } from '../column-type.ts';
import type { CallSite, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import { compileRegex, takesTooLong, tooLong } from './regex.ts';
import { wrongType } from './arguments.ts';
import type { CellBody } from './call.ts';
import { callOf, nullOf } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { multiValueProblem } from './problems.ts';
import { checked } from './settings.ts';

/** Compiles the patterns, of which there may be thousands, one after the other. */
function* resolvePattern(site: CallSite, compile: (pattern: string) => TextTest): Work<Expression> {
  const [value, ...patterns] = site.operands;
  if (value === undefined || patterns.length === 0) {
    throw new QueryProblem(site.place, `[${site.name}] needs a value and a pattern`);
  }
  if (value.type !== 'null' && !isString(value.type)) {
    throw wrongType(value, { text: site.place.text, ordinal: 'argument', label: 'string' });
  }
  const tests: TextTest[] = [];
  for (const pattern of patterns) {
    tests.push(...testsOf(pattern, site, compile));
    yield;
  }
  if (value.type === 'null') return nullOf(site.place, 'boolean');
  return callOf(site, { type: 'boolean', operands: [value], body: matchesOne(tests) });
}

/** Looks for a pattern that matches the whole text; a text may be compared with thousands of them. */
function matchesOne(tests: readonly TextTest[]): CellBody {
  return function* inSteps([text = null], settle) {
    if (text === null || isList(text)) return text && multiValueProblem;
    for (const test of tests) {
      const found = settle(() => test(String(text)));
      if (found !== 0) return found;
      yield;
    }
    return false;
  };
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
  return pattern.values.map((value) =>
    checked(
      pattern,
      () => compile(String(value)),
      (reason) => `Invalid pattern for ${site.name.toUpperCase()} [${String(value)}]: [${reason}]`,
    ),
  );
}

/** Signs of Lucene's patterns that are not supported, or have another meaning in other regular expressions. */
const refusedSigns = /[~&<>@#"^$]/;

/** Returns the test for a pattern of RLIKE: whether it matches the whole text. Throws illegal_argument_exception. */
function regexTest(pattern: string): TextTest {
  const plain = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, '');
  const sign = refusedSigns.exec(plain)?.[0];
  if (sign !== undefined) return refuse(`[${sign}] must be escaped with a backslash`);
  const regex = compileRegex(pattern, RE2JS.DOTALL);
  return (text) => (takesTooLong(regex, text) ? refuse(tooLong) : regex.testExact(text));
}

function pattern(
  name: 'like' | 'rlike',
  description: string,
  compile: (pattern: string) => TextTest,
): FunctionDefinition {
  return {
    name,
    signature: `a ${name.toUpperCase()} pattern`,
    description,
    resolve: (site) => resolvePattern(site, compile),
  };
}

/** `LIKE` and `RLIKE`, each with one pattern or a list of them. */
export const patternFunctions: readonly FunctionDefinition[] = [
  pattern(
    'like',
    'True if the whole text matches a pattern with `*` (any number of characters) and `?` (one character).',
    (text) => wildcardMatcher(text),
  ),
  pattern('rlike', 'True if the whole text matches a regular expression.', regexTest),
];
