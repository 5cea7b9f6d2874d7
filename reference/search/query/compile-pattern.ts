import { globMatcher } from '../../store/mapping.ts';
import type { AskedField } from './asked-field.ts';
import { keywordTerm } from './field-values.ts';
import type { PatternQuery } from './query.ts';
import { docsWithTerms, termsWithPrefix } from './term-sets.ts';
import { constantWeight, noneWeight } from './term-weight.ts';
import type { ShardContext, Weight } from './weight.ts';
import { queryError } from './weight.ts';

/** Gives the weight of `prefix` or `wildcard`: each match has the same score. */
export function patternWeight(
  query: PatternQuery,
  field: AskedField,
  context: ShardContext,
): Weight {
  const { kind, boost, case_insensitive } = query;
  if (field.type === '_index') {
    const pattern = kind === 'prefix' ? `${query.value}*` : query.value;
    const isNamed = globMatcher(pattern)(context.index.name);
    return isNamed ? constantWeight(boost, () => undefined) : noneWeight;
  }
  if (field.type !== 'keyword' && field.type !== 'text' && field.type !== '_routing') {
    throw queryError(
      context,
      `Can only use ${kind} queries on keyword, text and wildcard fields - not on [${field.name}] which is of type [${field.type}]`,
    );
  }
  const value =
    field.type === 'keyword' && kind === 'prefix' ? keywordTerm(field, query.value) : query.value;
  const choose =
    kind === 'prefix'
      ? prefixChoice(value, case_insensitive)
      : wildcardChoice(value, case_insensitive);
  return constantWeight(boost, (scope) => docsWithTerms(scope, field.name, choose));
}

function prefixChoice(value: string, caseInsensitive: boolean) {
  if (!caseInsensitive) return termsWithPrefix(value, () => true);
  const lower = value.toLowerCase();
  return termsWithPrefix('', (term) => term.toLowerCase().startsWith(lower));
}

function wildcardChoice(value: string, caseInsensitive: boolean) {
  const pattern = parseWildcard(value);
  const test = wildcardTest(pattern, caseInsensitive);
  return termsWithPrefix(caseInsensitive ? '' : literalPrefix(pattern), test);
}

/** One step of a pattern: a character, any one (`?`), or any run (`*`). */
type Step = { readonly literal: string } | '?' | '*';

function parseWildcard(text: string): readonly Step[] {
  const steps: Step[] = [];
  const characters = Array.from(text);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '*' || character === '?') steps.push(character);
    else if (character === '\\') steps.push({ literal: characters[++at] ?? '\\' });
    else steps.push({ literal: character });
  }
  return steps;
}

function literalPrefix(steps: readonly Step[]): string {
  let prefix = '';
  for (const step of steps) {
    if (typeof step === 'string') return prefix;
    prefix += step.literal;
  }
  return prefix;
}

/** Matches in time proportional to pattern times term: on a mismatch only the last `*` takes one character more. */
function wildcardTest(steps: readonly Step[], caseInsensitive: boolean): (term: string) => boolean {
  const fold = (text: string): string => (caseInsensitive ? text.toLowerCase() : text);
  const isMet = (step: Step | undefined, character: string): boolean =>
    step === '?' || (typeof step === 'object' && fold(step.literal) === fold(character));
  return (term) => {
    const characters = Array.from(term);
    let at = 0;
    let step = 0;
    let star = -1;
    let taken = 0;
    while (at < characters.length) {
      if (steps[step] === '*') {
        star = step++;
        taken = at;
      } else if (isMet(steps[step], characters[at] ?? '')) {
        at++;
        step++;
      } else if (star !== -1) {
        step = star + 1;
        at = ++taken;
      } else return false;
    }
    return steps.slice(step).every((rest) => rest === '*');
  };
}
