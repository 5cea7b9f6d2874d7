import type { DimensionTable, Row } from './table.ts';

/** The ways to copy a field, with what can meet in them. */
const levels = {
  shape: ['one', 'list', 'list with null', 'null', 'empty list'],
  type: ['integer', 'keyword', 'text', 'date', 'boolean', 'long', 'double'],
  depth: ['source at root', 'source in object', 'source in two objects'],
  to: ['target at root', 'target beside', 'target below', 'target in new objects', 'short name'],
  holder: ['object', 'object list', 'nested', 'nested list'],
  target: ['mapped', 'mapped as keyword', 'missing'],
  root: ['default', 'true', 'false', 'strict'],
  object: ['inherits', 'object true', 'object false', 'object strict'],
  names: ['one name', 'two targets', 'missing target last', 'two sources', 'chain'],
  id: ['new id', 'used id'],
} as const;

type CopyLevels = typeof levels;

/** A copy: one value of each dimension. */
export type CopyRow = Row<CopyLevels>;

/** The clauses that a copy with a value follows from. */
const clauses = {
  one: ['copy-to.copies-values', 'copy-to.source-unmodified'],
  list: ['copy-to.copies-values', 'copy-to.source-unmodified'],
  integer: ['copy-to.target-range-query'],
  date: ['copy-to.target-range-query'],
  long: ['copy-to.target-range-query'],
  double: ['copy-to.target-range-query'],
  'one name': ['copy-to.name-as-string'],
  'two targets': ['copy-to.several-targets'],
  'missing target last': ['copy-to.several-targets'],
  'two sources': ['copy-to.several-sources'],
  chain: ['copy-to.not-recursive'],
  'target beside': ['copy-to.full-path-object'],
  'target below': ['copy-to.full-path-object'],
  'target in new objects': ['copy-to.full-path-object'],
  'short name': ['copy-to.short-name-is-root-field', 'copy-to.short-name-leaves-child-empty'],
  default: ['copy-to.dynamic-default-adds-target'],
  true: ['copy-to.dynamic-true-adds-target'],
  false: [
    'copy-to.dynamic-false-not-copied',
    'copy-to.dynamic-false-document-accepted',
    'copy-to.dynamic-false-mapped-target',
  ],
  strict: [
    'copy-to.dynamic-strict-error',
    'copy-to.dynamic-strict-not-stored',
    'copy-to.dynamic-strict-mapped-target',
  ],
} as const;

/** The types that the specification does not show. */
const optionalTypes = ['boolean', 'long', 'double'] as const;

/** Where the source is in a nested object, and several of them, whose values are those of one document. */
const nested = ['nested', 'nested list'] as const;

/** The clauses about targets of a source in a nested object. */
const together = [
  {
    values: { holder: nested, to: ['target beside', 'target below'] },
    clauses: ['copy-to.full-path-nested-value'],
  },
  { values: { holder: nested, to: ['short name'] }, clauses: ['copy-to.short-name-inside-nested'] },
] satisfies DimensionTable<CopyLevels>['together'];

/** All copies, and what cannot meet in them. */
export const copies: DimensionTable<CopyLevels> = {
  levels,
  clauses,
  together,
  lacking: ({ types, nested: hasNested }) => [
    ...optionalTypes.filter((type) => types?.includes(type) === false),
    ...(hasNested === false ? nested : []),
  ],
  shared: [],
  most: 3,
  kept: ['type'],
  // What becomes of a missing target depends on both.
  combinations: [
    { target: ['missing'], root: levels.root, object: levels.object },
    // Where the object decides as the root does, a value has to be refused, copied or left.
    {
      target: ['missing'],
      root: levels.root,
      object: ['inherits'],
      holder: ['object'],
      shape: ['one'],
      names: ['two targets', 'missing target last'],
    },
    // Only a mapped target has targets of its own.
    { target: ['mapped'], names: ['chain'], shape: ['one', 'list'] },
  ],
  never: [
    { depth: ['source at root'], to: ['target beside', 'target below', 'short name'] },
    { depth: ['source at root'], holder: ['object list', ...nested] },
    { depth: ['source at root'], object: ['object true', 'object false', 'object strict'] },
    // The type that a server gives a missing target is left open.
    { target: ['missing'], type: ['date', ...optionalTypes] },
    // How a truth value or a fraction is spelled as a text is left open.
    { target: ['mapped as keyword'], type: ['boolean', 'double'] },
  ],
};
