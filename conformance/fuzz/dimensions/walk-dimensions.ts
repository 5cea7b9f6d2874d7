import { spreads } from '../arbitraries/edges.ts';
import type { DimensionTable, Row } from './table.ts';
import { walkClauses } from './walk-clauses.ts';

/** The ways to read a result page by page, with all that can meet in them. */
const levels = {
  kind: [
    'point in time',
    'search_after',
    'from',
    'from in point in time',
    'scroll',
    'sliced scroll',
    'sliced point in time',
    'sliced point in time by from',
  ],
  type: [
    'integer',
    'keyword',
    'date',
    'date with format',
    'date as nanoseconds',
    'date_nanos',
    'date and date_nanos',
    'boolean',
    'double',
    'long',
    'unsigned_long',
  ],
  size: ['1', '2', '3', '10'],
  spread: spreads,
  order: ['asc', 'desc'],
  keys: ['one', 'two', 'two turned', 'three turned', 'none'],
  form: ['as an order', 'as an object'],
  between: ['nothing', 'write', 'write to a new index', 'replace', 'delete'],
  other: [
    'none',
    'released between pages',
    'released',
    'continued without keep time',
    'at its end',
    'refused',
    'read between pages',
  ],
  beside: ['nothing', 'total', 'no total', 'size 0', 'from 0', 'from -1'],
  target: ['index', 'alias', 'list', 'stream'],
  query: ['all', 'terms', 'term', 'gte', 'lte', 'both bounds', 'match'],
  slicing: ['default', 'field', 'timestamp'],
  end: ['tiebreaker', 'unique', 'shard_doc'],
  method: ['GET', 'POST'],
  shards: ['1 shard', '3 shards'],
  place: ['root', 'deep'],
  mapping: ['flat', 'nested'],
  rank: ['first', 'second', 'third'],
  extended: [
    'never',
    'by one page',
    'by a page of size 0',
    'by the first page',
    'by a later page',
    'only opened',
  ],
} as const;

type WalkLevels = typeof levels;

/** A walk: one value of each dimension. */
export type WalkRow = Row<WalkLevels>;

const unfrozen = ['search_after', 'from'] as const;
/** Walks whose later pages begin after the sort values of the last hit. */
export const cursors = ['search_after', 'point in time'] as const;
const pits = [
  'point in time',
  'from in point in time',
  'sliced point in time',
  'sliced point in time by from',
] as const;
const scrolls = ['scroll', 'sliced scroll'] as const;

const writes = {
  write: 'snapshot-hides-added-documents',
  'write to a new index': 'snapshot-hides-added-documents',
  replace: 'snapshot-keeps-replaced-documents',
  delete: 'snapshot-keeps-deleted-documents',
} as const;

/** What needs a clock: the requests that extend a context, of which a kind of walk has some, and none at all. */
const timed = levels.extended.filter((one) => one !== 'never');
const extensions = timed.filter((one) => one !== 'only opened');

/** The types whose values are numbers. */
export const numbers = ['integer', 'long', 'unsigned_long', 'double'] as const;

/** The clauses of a kind of context: during writes, and when one of several is released. */
const together = [
  { values: { query: ['term'], type: numbers }, clauses: ['search.term-on-number'] },
  { values: { query: ['term'], type: ['keyword'] }, clauses: ['search.term-exact'] },
  ...(
    [
      ['point-in-time', pits, 'delete-removes', 'delete-leaves-others'],
      ['scroll', scrolls, 'clear-by-id', 'clear-leaves-other-contexts'],
    ] as const
  ).flatMap(([chapter, kind, ends, leaves]) => [
    ...Object.entries(writes).map(([between, clause]) => ({
      values: { kind, between: [between] },
      clauses: [`${chapter}.${clause}`],
    })),
    { values: { kind, other: ['released'] }, clauses: [`${chapter}.${ends}`] },
    { values: { kind, other: ['released between pages'] }, clauses: [`${chapter}.${leaves}`] },
    { values: { kind, other: ['refused'] }, clauses: [`${chapter}.open-until-keep-time-is-over`] },
  ]),
  {
    values: { kind: ['point in time'], between: Object.keys(writes) },
    clauses: ['search-after.point-in-time-walk-ignores-writes'],
  },
  {
    values: { kind: pits, extended: extensions },
    clauses: ['point-in-time.search-extends-retention'],
  },
  {
    values: { kind: pits, extended: ['only opened'] },
    clauses: [
      'point-in-time.search-without-keep-alive',
      'point-in-time.open-until-keep-time-is-over',
    ],
  },
  {
    values: { kind: scrolls, extended: ['by the first page'] },
    clauses: ['scroll.open-until-keep-time-is-over'],
  },
  {
    values: { kind: scrolls, extended: ['by a later page'] },
    clauses: ['scroll.continue-with-keep-time-renews-expiry'],
  },
  ...(
    [
      ['continued without keep time', 'scroll.continue-without-keep-time-releases'],
      ['at its end', 'scroll.end-keeps-context-open'],
    ] as const
  ).map(([other, clause]) => ({ values: { kind: scrolls, other: [other] }, clauses: [clause] })),
  ...[{ shards: ['3 shards'] }, { target: ['alias', 'list'] }].map((several) => ({
    values: { other: ['continued without keep time'], ...several },
    clauses: ['scroll.continue-without-keep-time-releases-shards'],
  })),
];

/** All walks, and what cannot meet in them. */
export const walks: DimensionTable<WalkLevels> = {
  levels,
  clauses: walkClauses,
  together,
  lacking: ({ shards, deletes, nested, streams, types, clock }) => [
    ...levels.type.filter((type) => /^(?!date)/.test(type) && types?.includes(type) === false),
    ...levels.type.filter((type) => /nano/.test(type) && types?.includes('date_nanos') === false),
    ...(shards ? [] : ['3 shards']),
    ...(deletes ? [] : ['delete']),
    ...(streams === false ? ['stream'] : []),
    ...(nested === false ? ['nested'] : []),
    ...(clock === false ? timed : []),
  ],
  shared: ['target', 'shards', 'mapping'],
  most: 5,
  kept: ['type', 'spread'],
  // A page goes on in the middle of a tie of the first field, by the second one: by none, or by one of another type.
  combinations: [
    { type: ['keyword', 'integer'], spread: ['missing'], rank: ['second'], kind: cursors },
    {
      type: ['date and date_nanos'],
      spread: ['distinct'],
      rank: ['second'],
      kind: cursors,
      size: ['1'],
      query: ['all'],
    },
    // A page begins after a missing value.
    {
      type: ['date with format'],
      spread: ['missing'],
      rank: ['first'],
      kind: cursors,
      order: levels.order,
      size: ['1'],
      query: ['all'],
    },
    // What happens between pages needs several of them.
    {
      other: ['read between pages', 'released between pages'],
      kind: [...pits, ...scrolls],
      size: ['1'],
      query: ['all'],
    },
    // A later page extends a context by each method.
    {
      extended: ['by a later page'],
      kind: ['point in time', 'scroll'],
      method: levels.method,
      size: ['1'],
      query: ['all'],
    },
    // Each page begins after one of many odd values.
    {
      type: ['keyword', 'double', 'long', 'unsigned_long', 'date_nanos'],
      spread: ['distinct'],
      rank: ['first'],
      kind: cursors,
      order: levels.order,
      size: ['1'],
    },
  ],
  never: [
    // Without a frozen state, writes may change what later pages contain, and ties their order.
    { kind: unfrozen, between: levels.between.slice(1) },
    { kind: unfrozen, other: levels.other.filter((one) => one !== 'none') },
    { kind: unfrozen, extended: timed },
    { kind: scrolls, extended: ['by one page', 'by a page of size 0', 'only opened'] },
    { rank: ['second', 'third'], keys: ['one', 'none'] },
    { rank: ['third'], keys: ['two', 'two turned'] },
    { kind: pits, other: ['continued without keep time', 'at its end'] },
    { kind: unfrozen, end: ['tiebreaker', 'shard_doc'] },
    { kind: ['scroll', 'sliced scroll'], end: ['shard_doc'] },
    // The body of a scroll is not shown with it.
    { kind: ['scroll', 'sliced scroll'], beside: ['total', 'no total'] },
    {
      slicing: ['field', 'timestamp'],
      kind: ['point in time', 'search_after', 'from', 'from in point in time', 'scroll'],
    },
    {
      beside: ['from 0', 'from -1'],
      kind: [
        'from',
        'from in point in time',
        'scroll',
        'sliced scroll',
        'sliced point in time by from',
      ],
    },
    // What a new index can be added to is an alias or a data stream.
    { target: ['index', 'list'], between: ['write to a new index'] },
    // Documents of a data stream are only added.
    { target: ['stream'], between: ['replace', 'delete'] },
    // The two types are those of two indices.
    { type: ['date and date_nanos'], target: ['index', 'stream'] },
  ],
};
