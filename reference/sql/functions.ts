import { didYouMean } from '../base/similar-names.ts';
import type { ExpressionTree, SourceLocation } from '../plan/syntax.ts';
import { callOf } from '../query/operators.ts';
import { meaningProblem, textOf } from './trees.ts';

/** Functions that the query language has with the same name and operands. */
const same =
  'count count_distinct sum avg min max median percentile length left right substring trim ltrim rtrim reverse repeat starts_with ends_with abs ceil floor round sqrt exp log log10 sin cos tan pi now date_diff coalesce greatest least';

/** Functions that the query language has under another name, with the same operands. */
const renamed: Readonly<Record<string, string>> = {
  stddev_pop: 'std_dev',
  char_length: 'length',
  lcase: 'to_lower',
  lower: 'to_lower',
  ucase: 'to_upper',
  upper: 'to_upper',
  substr: 'substring',
  ceiling: 'ceil',
  power: 'pow',
  sign: 'signum',
  mod: '%',
  current_timestamp: 'now',
  ifnull: 'coalesce',
  nvl: 'coalesce',
  iif: 'case',
};

/** The parts of a date that are functions, and the fields of `date_extract`. */
const parts: Readonly<Record<string, string>> = {
  year: 'year',
  month: 'month_of_year',
  day: 'day_of_month',
  hour: 'hour_of_day',
  minute: 'minute_of_hour',
  second: 'second_of_minute',
};

type Build = (operands: readonly ExpressionTree[], place: SourceLocation) => ExpressionTree;

const functions: ReadonlyMap<string, Build> = new Map([
  ...same.split(' ').map((name) => [name, plain(name)] as const),
  ...Object.entries(renamed).map(([name, own]) => [name, plain(own)] as const),
  ...Object.entries(parts).map(([name, field]) => [name, part(field)] as const),
  ['concat', (operands, place) => callOf('concat', place, operands.map(orEmpty))],
  ['date_trunc', truncation],
  [
    'locate',
    ([sought, text, ...start], place) => callOf('locate', place, given(text, sought, ...start)),
  ],
  ['replace', replacement],
]);

function plain(name: string): Build {
  return (operands, place) => callOf(name, place, operands);
}

function part(field: string): Build {
  return (operands, place) => {
    const found = callOf('date_extract', place, [textOf(field, place), ...operands]);
    return callOf('to_integer', place, [found]);
  };
}

/** A null among texts to be joined is the empty text. */
function orEmpty(operand: ExpressionTree): ExpressionTree {
  const { place } = operand;
  return callOf('coalesce', place, [callOf('to_string', place, [operand]), textOf('', place)]);
}

/** `DATE_TRUNC('month', d)`: the span of one unit. */
function truncation(
  [unit, ...dates]: readonly ExpressionTree[],
  place: SourceLocation,
): ExpressionTree {
  const span = textOf(`1 ${constantText(unit, place)}`, unit?.place ?? place);
  return callOf('date_trunc', place, [span, ...dates]);
}

/** REPLACE takes a text, where the query language takes a regular expression. */
function replacement(
  [text, sought, put]: readonly ExpressionTree[],
  place: SourceLocation,
): ExpressionTree {
  const pattern = constantText(sought, place).replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
  const template = constantText(put, place).replaceAll(/[\\$]/g, String.raw`\$&`);
  const operands = given(text, textOf(pattern, place), textOf(template, place));
  return callOf('replace', place, operands);
}

function given(...operands: readonly (ExpressionTree | undefined)[]): readonly ExpressionTree[] {
  return operands.filter((operand) => operand !== undefined);
}

/** Returns the text of an operand. Throws verification_exception if it is not a string constant. */
function constantText(tree: ExpressionTree | undefined, place: SourceLocation): string {
  const [value] = tree?.kind === 'literal' && tree.type === 'keyword' ? tree.values : [];
  if (typeof value === 'string') return value;
  throw meaningProblem(tree?.place ?? place, `[${place.text}] needs string constants`);
}

/**
 * Takes the name of a function, in any case, and its operands; returns the equivalent expression of the plan, which
 * checks their number and types. Throws verification_exception if the function is unknown.
 */
export function applyFunction(
  name: string,
  place: SourceLocation,
  operands: readonly ExpressionTree[],
): ExpressionTree {
  const key = name.toLowerCase();
  const build = functions.get(key);
  if (build !== undefined) return build(operands, place);
  throw meaningProblem(place, `Unknown function [${name}]${didYouMean(key, functions.keys())}`);
}
