import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseQueryText } from './parse-query-text.ts';
import { readParams } from './read-params.ts';
import type { CommandTree, ExpressionTree, NamePattern, QueryTree } from '../plan/syntax.ts';

/** Returns a query tree as short text, for tests: calls as `(name operand …)`, literals as `type:value`. */
function treeText(tree: QueryTree): string {
  return tree.map(commandText).join(' | ');
}

/** The text of each kind of command. */
const texts: { readonly [K in CommandTree['kind']]: (command: Of<K>) => string } = {
  from: ({ target, metadata }) => ['from', `<${target}>`, ...metadataText(metadata)].join(' '),
  row: ({ values }) => `row ${values.map(namedText).join(', ')}`,
  show: () => 'show',
  where: ({ condition }) => `where ${expressionText(condition)}`,
  eval: ({ values }) => `eval ${values.map(namedText).join(', ')}`,
  stats: statsText,
  sort: ({ keys }) => `sort ${keys.map(sortText).join(', ')}`,
  limit: ({ count }) => `limit ${count}`,
  keep: ({ names }) => `keep ${names.map(patternText).join(' ')}`,
  drop: ({ names }) => `drop ${names.map(patternText).join(' ')}`,
  rename: ({ renames }) =>
    `rename ${renames.map(({ from, to }) => `<${from.name}> <${to.name}>`).join(', ')}`,
  expand: ({ column }) => `expand <${column.name}>`,
};

type Of<K extends CommandTree['kind']> = Extract<CommandTree, { readonly kind: K }>;

function commandText(command: CommandTree): string {
  const text = texts[command.kind] as (command: CommandTree) => string;
  return text(command);
}

function metadataText(metadata: Of<'from'>['metadata']): readonly string[] {
  return metadata.length === 0 ? [] : ['metadata', ...metadata.map(({ name }) => name)];
}

function patternText({ pattern, literal }: NamePattern): string {
  return `<${pattern}>${literal ? '' : '*'}`;
}

function statsText({ aggregates, by }: Of<'stats'>): string {
  const figures = aggregates.map((tree) => {
    const where = tree.where === undefined ? '' : ` where ${expressionText(tree.where)}`;
    return `${namedText(tree)}${where}`;
  });
  const keys = by.length === 0 ? '' : ` by ${by.map(namedText).join(', ')}`;
  return `stats ${figures.join(', ')}${keys}`;
}

function sortText(key: Of<'sort'>['keys'][number]): string {
  const order = key.descending ? 'desc' : 'asc';
  return `${expressionText(key.value)} ${order} ${key.nullsFirst ? 'first' : 'last'}`;
}

function namedText({ name, value }: { name: string; value: ExpressionTree }): string {
  return `<${name}>=${expressionText(value)}`;
}

/** Returns an expression as short text. */
function expressionText(tree: ExpressionTree): string {
  switch (tree.kind) {
    case 'literal': {
      const values = tree.values.map(String);
      const list = values.length === 1 ? values.join('') : `[${values.join(' ')}]`;
      const { months = 0, days = 0, ms = 0 } = tree.span ?? {};
      return tree.span === undefined ? `${tree.type}:${list}` : `span:${months}/${days}/${ms}`;
    }
    case 'name':
      return `<${tree.name}>`;
    case 'star':
      return '*';
    case 'call':
      return `(${[tree.name, ...tree.operands.map(expressionText)].join(' ')})`;
    default:
      return tree satisfies never;
  }
}

/** Conditions and their trees. */
const conditions: readonly (readonly [text: string, tree: string])[] = [
  ['a or b and not c == 1', '(or <a> (and <b> (not (== <c> integer:1))))'],
  ['not a and b', '(and (not <a>) <b>)'],
  ['(a or b) and c', '(and (or <a> <b>) <c>)'],
  ['a + b * c - d == -e', '(== (- (+ <a> (* <b> <c>)) <d>) (neg <e>))'],
  ['a - b - c < 1', '(< (- (- <a> <b>) <c>) integer:1)'],
  ['-a * b % c / d >= 0', '(>= (/ (% (* (neg <a>) <b>) <c>) <d>) integer:0)'],
  ['-1 + - 2 != +3', '(!= (+ integer:-1 integer:-2) integer:3)'],
  ['-1::string == a::int::long', '(== (neg (to_string integer:1)) (to_long (to_integer <a>)))'],
  ['a::DateTime > b::text', '(> (to_datetime <a>) (to_string <b>))'],
  ['a is null or b IS NOT NULL', '(or (is_null <a>) (is_not_null <b>))'],
  [
    'a in (1, b + 2) and c not in ("x")',
    '(and (in <a> integer:1 (+ <b> integer:2)) (not (in <c> keyword:x)))',
  ],
  ['a like "x*" and b not rlike "y"', '(and (like <a> keyword:x*) (not (rlike <b> keyword:y)))'],
  ['a like ("x", "y")', '(like <a> keyword:x keyword:y)'],
  ['F() == Left(a, 1)', '(== (f) (left <a> integer:1))'],
  ['true == False and null', '(and (== boolean:1 boolean:0) null:[])'],
  ['`a ``b`.c == @t._x', '(== <a `b.c> <@t._x>)'],
  ['a.by == 1', '(== <a.by> integer:1)'],
  ['a == [1, -2.5, 3]', '(== <a> double:[1 -2.5 3])'],
  ['a == ["x", "y"] or b == [true]', '(or (== <a> keyword:[x y]) (== <b> boolean:1))'],
  ['d > now() - 1 day', '(> <d> (- (now) span:0/1/0))'],
  ['d > 2 WEEKS + 3 hours + 1 quarter', '(> <d> (+ (+ span:0/14/0 span:0/0/10800000) span:3/0/0))'],
  ['d == -1 year + 5ms', '(== <d> (+ span:-12/0/0 span:0/0/5))'],
  ['2147483647 == 2147483648', '(== integer:2147483647 long:2147483648)'],
  [
    '-9223372036854775808 < 9223372036854775808',
    '(< long:-9223372036854775808 unsigned_long:9223372036854775808)',
  ],
  ['99999999999999999999 < .5e1', '(< double:100000000000000000000 double:5)'],
  [String.raw`a == "x\"\\\t" and b == ""`, '(and (== <a> keyword:x"\\\t) (== <b> keyword:))'],
  ['a == """x"y\n""z""""', '(== <a> keyword:x"y\n""z")'],
  ['a == """"""', '(== <a> keyword:)'],
  ['a /* x | */ == // z\n 1', '(== <a> integer:1)'],
];

const commands: readonly (readonly [text: string, tree: string])[] = [
  ['FROM a', 'from <a>'],
  ['from a,b*, -c , "d e",<f-{now/d}>', 'from <a,b*,-c,d e,<f-{now/d}>>'],
  ['from a/b metadata _id, _index| limit 1', 'from <a/b> metadata _id _index | limit 1'],
  ['from logs-x.y-1 //z\n|limit 0', 'from <logs-x.y-1> | limit 0'],
  ['row a = 1, b.c = "x" , d', 'row <a>=integer:1, <b.c>=keyword:x, <d>=<d>'],
  ['SHOW\nINFO', 'show'],
  [
    'row a=1|eval b = a + 1, a * 2',
    'row <a>=integer:1 | eval <b>=(+ <a> integer:1), <a * 2>=(* <a> integer:2)',
  ],
  [
    'from a | stats c = count( * ) where b > 1, max(x) by y, z = f(y)',
    'from <a> | stats <c>=(count *) where (> <b> integer:1), <max(x)>=(max <x>) by <y>=<y>, <z>=(f <y>)',
  ],
  ['from a | stats by `b c`', 'from <a> | stats  by <b c>=<b c>'],
  [
    'from a | sort b, c desc, d asc nulls first, -e desc nulls last',
    'from <a> | sort <b> asc last, <c> desc first, <d> asc first, (neg <e>) desc last',
  ],
  [
    'from a | keep b*, *, c.`d*`, *e.f_* | drop g',
    'from <a> | keep <b*>* <*>* <c.d*> <*e.f_*>* | drop <g>',
  ],
  ['from a | rename b as c, d.e = `f g`', 'from <a> | rename <b> <c>, <f g> <d.e>'],
  ['from a | mv_expand c.d', 'from <a> | expand <c.d>'],
];

describe('parseQueryText', () => {
  for (const [text, tree] of conditions) {
    test(text, () => {
      assert.equal(treeText(parseQueryText(`from i | where ${text}`)), `from <i> | where ${tree}`);
    });
  }

  for (const [text, tree] of commands) {
    test(text, () => {
      assert.equal(treeText(parseQueryText(text)), tree);
    });
  }

  test('locations count lines and columns from 1', () => {
    const [, where] = parseQueryText('from i\n|  where\n\n  a ==\n 1');
    assert.deepEqual(where?.place, { line: 2, column: 4, text: 'where\n\n  a ==\n 1' });
    assert.ok(where?.kind === 'where');
    assert.deepEqual(where.condition.place, { line: 4, column: 3, text: 'a ==\n 1' });
  });
});

/** Texts with placeholders, their values, and their trees. */
const placeholders: readonly (readonly [text: string, params: readonly unknown[], tree: string])[] =
  [
    [
      'where a == ?x and b == ?y',
      [{ y: 1 }, { x: 'v' }],
      'where (and (== <a> keyword:v) (== <b> integer:1))',
    ],
    [
      'where a == ?2 and b == ?1 and c == ?2',
      [true, null],
      'where (and (== <a> null:[]) (and (== <b> boolean:1) (== <c> null:[])))',
    ],
    ['where ? == ??', [2.5, 'f'], 'where (== double:2.5 <f>)'],
    ['where ?? == ?', ['a.b', 3_000_000_000], 'where (== <a.b> long:3000000000)'],
    ['eval ??n = ??f(??n)', [{ n: 'x' }, { f: 'ABS' }], 'eval <x>=(abs <x>)'],
    ['eval x = ??1.??2, y = a.??1', ['p', 'q'], 'eval <x>=<p.q>, <y>=<a.p>'],
    ['keep ??.??, ??', ['a', 'b', 'c*'], 'keep <a.b> <c*>'],
    ['keep ?p, x.?p', [{ p: { pattern: 'a*' } }], 'keep <a*>* <x.a*>*'],
    [
      'keep ?i | where ?i == ?v',
      [{ i: { identifier: 'n' } }, { v: { value: 'n' } }],
      'keep <n> | where (== <n> keyword:n)',
    ],
    ['sort ?f | limit ?n', [{ f: 'x' }, { n: 5 }], 'sort keyword:x asc last | limit 5'],
    ['where a in (?1, ?2)', [[1, 2], ['x']], 'where (in <a> integer:[1 2] keyword:x)'],
    ['where a like ?p', [{ p: 'x*' }], 'where (like <a> keyword:x*)'],
    [
      'rename ??a as ??b | mv_expand ??b',
      [{ a: 'x y' }, { b: 'z' }],
      'rename <x y> <z> | expand <z>',
    ],
    [
      'stats ??agg(??f) by ??g',
      [{ agg: 'max' }, { f: 'a' }, { g: 'b' }],
      'stats <??agg(??f)>=(max <a>) by <b>=<b>',
    ],
    ['where a == ??1', [{ n1: 'x' }], 'where (== <a> <x>)'],
    [
      'where a == ? // ?\n and b == "?" and `?` == 1',
      ['v'],
      'where (and (== <a> keyword:v) (and (== <b> keyword:?) (== <?> integer:1)))',
    ],
    ['limit 1', ['unused', 2], 'limit 1'],
  ];

/** Values that would change a query if they were parsed as part of its text. */
const hostile: readonly string[] = [
  '" or true or "',
  'x" | drop *',
  '` | limit 0 | keep `',
  '"""',
  '\\',
  '\n| stats count(*)',
  '/*',
  '// x',
  '?1',
  '??',
  'a.b*',
  '',
];

describe('placeholders', () => {
  for (const [text, params, tree] of placeholders) {
    test(text, () => {
      const bound = readParams(JSON.parse(JSON.stringify(params)));
      assert.equal(treeText(parseQueryText(`from i | ${text}`, bound)), `from <i> | ${tree}`);
    });
  }

  for (const value of hostile) {
    test(`${JSON.stringify(value)} is only a value and a name`, () => {
      const params = readParams([{ v: value }]);
      const text =
        'from i | where ??v == ?v and ??v(1) | keep ??v, ??v.x | rename ??v as y | limit 1';
      const name = value.toLowerCase();
      assert.equal(
        treeText(parseQueryText(text, params)),
        `from <i> | where (and (== <${value}> keyword:${value}) (${name} integer:1)) | keep <${value}> <${value}.x> | rename <${value}> <y> | limit 1`,
      );
    });
  }

  test('2.0 in the body is a double', () => {
    const text = '{"params": [2.0, 2, {"x": 1e2}]}';
    const value = [2, 2];
    const raw = text.replace(', {"x": 1e2}', '');
    const types = readParams(value, { text: raw, path: ['params'] }).map(
      ({ literal }) => literal.type,
    );
    assert.deepEqual(types, ['double', 'integer']);
  });
});
