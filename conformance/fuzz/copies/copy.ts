import { at } from '../../base/errors.ts';
import { textWords } from '../arbitraries/document.ts';
import { edgesByType } from '../arbitraries/edges.ts';
import type { CopyRow } from '../dimensions/copy-dimensions.ts';
import { documentWith, propertiesWith } from '../nested-names.ts';

type Path = readonly string[];

/** Two numbers that choose two different values of any type. */
export type Picks = readonly [number, number];

/** What the specification says of a request or a search: it has to succeed or to find, must not, or may. */
export type Rule = 'yes' | 'no' | 'open';

/** A document, the values that it has in the source, and those that its target receives. */
export interface CopiedDocument {
  readonly id: string;
  readonly source: object;
  readonly own: readonly unknown[];
  readonly copied: readonly unknown[];
}

/** A mapping with a copy, documents under it, and what has to be found. */
export interface Copy {
  readonly creation: object;
  readonly documents: readonly CopiedDocument[];
  readonly values: readonly [unknown, unknown];
  /** The dotted names of fields: where the values are, are copied to, and must not be. */
  readonly from: string;
  readonly targets: readonly string[];
  /** The type of the first target. */
  readonly received: CopyRow['type'];
  readonly empty: readonly string[];
  /** Whether a document with a value is accepted, and whether its value is found in the target. */
  readonly accepts: Rule;
  readonly finds: Rule;
}

const sourcePaths: Readonly<Record<CopyRow['depth'], Path>> = {
  'source at root': ['a'],
  'source in object': ['o', 'a'],
  'source in two objects': ['o', 'p', 'a'],
};

/** Builds the mapping and the documents of a row. */
export function copyOf(row: CopyRow, picks: Picks): Copy {
  const { type, names, target, to, root, object } = row;
  const from = sourcePaths[row.depth];
  const beside = [...from.slice(0, -1), 't'];
  const paths: Readonly<Record<CopyRow['to'], Path>> = {
    'target at root': ['t'],
    'target beside': beside,
    'target in new objects': ['x', 'y', 't'],
    'short name': ['t'],
  };
  const path = paths[to];
  const more = names === 'two targets' ? ['second'] : [];
  const targets = [path.join('.'), ...more];
  const copying = { copy_to: namesIn(row, targets) };
  const chained = names === 'chain' ? { copy_to: 'c' } : {};
  const isMapped = target !== 'missing';
  const received = target === 'mapped as keyword' ? 'keyword' : type;
  const properties = propertiesWith([
    [from, { type, ...copying }],
    [['second'], { type }],
    [['b'], names === 'two sources' ? { type, ...copying } : { type }],
    [['c'], { type }],
    ...(isMapped ? [[path, { type: received, ...chained }] as const] : []),
    ...(to === 'short name' ? [[beside, { type }] as const] : []),
  ]);
  const own = object.startsWith('object ') ? { dynamic: dynamicOf(object.slice(7)) } : {};
  const dynamic = root === 'default' ? {} : { dynamic: dynamicOf(root) };
  const mappings = { ...dynamic, properties: withObject(properties, own) };
  return {
    creation: { mappings },
    ...documentsOf(row, picks, from),
    from: from.join('.'),
    targets,
    received,
    empty: ['c', ...(to === 'short name' ? [beside.join('.')] : [])],
    ...rulesOf(row),
  };
}

/** The value of `copy_to`. Some chains have a second target, which only rows about two targets judge. */
function namesIn({ names, id }: CopyRow, targets: readonly string[]): unknown {
  if (names === 'one name') return at(targets, 0);
  return names === 'chain' && id === 'used id' ? [...targets, 'second'] : targets;
}

function dynamicOf(name: string): string | boolean {
  return name === 'strict' ? name : name === 'true';
}

/** Adds members to the mapping of the object `o`, if there is one. */
function withObject(properties: object, own: object): object {
  const known: unknown = Reflect.get(properties, 'o');
  return known === undefined ? properties : { ...properties, o: { ...own, ...(known as object) } };
}

/**
 * A mapped target receives the value. Otherwise `dynamic` decides; if that of the object of the source and that of the root
 * differ, which of them does is left open.
 */
function rulesOf({ target, root, object }: CopyRow): Pick<Copy, 'accepts' | 'finds'> {
  if (target !== 'missing') return { accepts: 'yes', finds: 'yes' };
  const ofRoot = root === 'default' ? 'true' : root;
  const ofObject = object === 'inherits' ? ofRoot : object.slice('object '.length);
  if (ofObject !== ofRoot) return { accepts: 'open', finds: 'open' };
  if (ofRoot === 'strict') return { accepts: 'no', finds: 'no' };
  return { accepts: 'yes', finds: ofRoot === 'true' ? 'yes' : 'no' };
}

function documentsOf(row: CopyRow, picks: Picks, from: Path): Pick<Copy, 'documents' | 'values'> {
  const values = valuesOf(row, picks);
  const [one, two] = values;
  const shapes: Readonly<
    Record<CopyRow['shape'], readonly [sent: unknown, own: readonly unknown[]]>
  > = {
    one: [one, [one]],
    list: [
      [one, two],
      [one, two],
    ],
    'list with null': [[null, one], [one]],
    null: [null, []],
    'empty list': [[], []],
  };
  const [sent, own] = shapes[row.shape];
  const isTogether = row.names === 'two sources';
  const documents = [
    { id: '0', source: documentWith([[from, sent]]), own, copied: own },
    { id: '1', source: documentWith([[from, two]]), own: [two], copied: [two] },
    { id: '2', source: { b: one }, own: [], copied: isTogether ? [one] : [] },
  ];
  return { values, documents };
}

/** Two different values of the type of a row; a missing target has those of which a server knows the type. */
function valuesOf({ type, target }: CopyRow, [first, second]: Picks): readonly [unknown, unknown] {
  const plain: Readonly<Record<CopyRow['type'], readonly unknown[]>> = {
    integer: target === 'missing' ? [7, 8] : edgesByType.integer,
    keyword: target === 'missing' ? textWords : edgesByType.keyword,
    text: textWords,
    // A bound without milliseconds may stand for the whole second.
    date: edgesByType.date.filter((date) => /\.\d{3}Z$/.test(date)),
    boolean: [true, false],
  };
  const all = plain[type];
  const place = first % all.length;
  return [at(all, place), at(all, (place + 1 + (second % (all.length - 1))) % all.length)];
}
