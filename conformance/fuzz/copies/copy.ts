import { at } from '../../base/errors.ts';
import { textWords } from '../arbitraries/document.ts';
import { edgesByType, longText } from '../arbitraries/edges.ts';
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
  /** False if it lacks the source, so that it copies nothing. */
  readonly hasSource: boolean;
}

/** A mapping with a copy, documents under it, and what has to be found. */
export interface Copy {
  readonly creation: object;
  readonly documents: readonly CopiedDocument[];
  readonly values: readonly unknown[];
  /** The dotted names of fields: where the values are, are copied to, and must not be. */
  readonly from: string;
  readonly targets: readonly string[];
  /** The type of the first target. */
  readonly received: CopyRow['type'];
  readonly empty: readonly string[];
  /** The nested field that the source is in; its fields are found by nested queries alone. */
  readonly nested: string | undefined;
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
  const { type, names, target, to, root } = row;
  const from = sourcePaths[row.depth];
  const beside = besideOf(from, 't');
  const path = targetOf(row);
  const more = ['two targets', 'missing target last'].includes(names) ? ['second'] : [];
  const targets = [path.join('.'), ...more];
  const copying = { copy_to: namesIn(row, targets) };
  const chained = names === 'chain' ? { copy_to: row.shape === 'list' ? ['c'] : 'c' } : {};
  const isMapped = target !== 'missing';
  const received = target === 'mapped as keyword' ? 'keyword' : type;
  const properties = propertiesWith([
    [from, { type, ...copying }],
    [['second'], { type }],
    [otherSourceOf(row), names === 'two sources' ? { type, ...copying } : { type }],
    [['c'], { type }],
    ...(isMapped ? [[path, { type: received, ...chained }] as const] : []),
    ...(to === 'short name' ? [[beside, { type }] as const] : []),
  ]);
  const dynamic = root === 'default' ? {} : { dynamic: dynamicOf(root) };
  const mappings = { ...dynamic, properties: withObject(properties, ownOf(row)) };
  return {
    creation: { mappings },
    ...documentsOf(row, picks),
    from: from.join('.'),
    targets,
    received,
    nested: isNested(row) ? from[0] : undefined,
    empty: ['c', ...(to === 'short name' ? [beside.join('.')] : [])],
    ...rulesOf(row),
  };
}

/** The value of `copy_to`. Some chains have a second target, which only rows about two targets judge. */
function namesIn({ names, id }: CopyRow, targets: readonly string[]): unknown {
  if (names === 'one name') return at(targets, 0);
  if (names === 'missing target last') return targets.toReversed();
  return names === 'chain' && id === 'used id' ? [...targets, 'second'] : targets;
}

/** The path of the target. */
function targetOf({ depth, to }: CopyRow): Path {
  const from = sourcePaths[depth];
  const paths: Readonly<Record<CopyRow['to'], Path>> = {
    'target at root': ['t'],
    'target beside': besideOf(from, 't'),
    'target below': besideOf(from, 'q', 't'),
    'target in new objects': ['x', 'y', 't'],
    'short name': ['t'],
  };
  return paths[to];
}

/** The path of a field beside the source, or in an object there. */
function besideOf(from: Path, ...names: Path): Path {
  return [...from.slice(0, -1), ...names];
}

/** True if the target lies where the source does. */
function isTogether({ to }: CopyRow): boolean {
  return to === 'target beside' || to === 'target below';
}

/** True if the source lies in a nested object. */
function isNested({ holder }: CopyRow): boolean {
  return holder.startsWith('nested');
}

/** The path of another field that may have the same target: what is copied into a nested object has to be in it. */
function otherSourceOf(row: CopyRow): Path {
  const isInside = isNested(row) && isTogether(row);
  return isInside ? besideOf(sourcePaths[row.depth], 'b') : ['b'];
}

function dynamicOf(name: string): string | boolean {
  return name === 'strict' ? name : name === 'true';
}

/** What the mapping of the object of the source has beside its fields. */
function ownOf(row: CopyRow): object {
  const { object } = row;
  return {
    ...(isNested(row) ? { type: 'nested' } : {}),
    ...(object.startsWith('object ') ? { dynamic: dynamicOf(object.slice(7)) } : {}),
  };
}

/** Adds members to the mapping of the object `o`, if there is one. */
function withObject(properties: object, own: object): object {
  const known: unknown = Reflect.get(properties, 'o');
  return known === undefined ? properties : { ...properties, o: { ...own, ...(known as object) } };
}

/**
 * A mapped target receives the value. Otherwise `dynamic` decides; if that of the object of the source and that of the root
 * differ, which of them does is left open. So is whether a copy adds fields to a nested object.
 */
function rulesOf(row: CopyRow): Pick<Copy, 'accepts' | 'finds'> {
  const { target, root, object } = row;
  if (target !== 'missing') return { accepts: 'yes', finds: 'yes' };
  if (isNested(row) && isTogether(row)) return { accepts: 'open', finds: 'open' };
  const ofRoot = root === 'default' ? 'true' : root;
  const ofObject = object === 'inherits' ? ofRoot : object.slice('object '.length);
  if (ofObject !== ofRoot) return { accepts: 'open', finds: 'open' };
  if (ofRoot === 'strict') return { accepts: 'no', finds: 'no' };
  return { accepts: 'yes', finds: ofRoot === 'true' ? 'yes' : 'no' };
}

function documentsOf(row: CopyRow, picks: Picks): Pick<Copy, 'documents' | 'values'> {
  const values = valuesOf(row, picks);
  const [one, two] = values;
  const sent = {
    one,
    list: [one, two],
    'list with null': [null, one],
    null: null,
    'empty list': [],
  }[row.shape];
  const [from, other] = [sourcePaths[row.depth], otherSourceOf(row)];
  const isList = row.holder.endsWith('list');
  const isSource = row.names === 'two sources';
  // Mapped targets have a value of their own, unless one would copy it further.
  const isFilled = row.target !== 'missing' && row.names !== 'chain';
  const filling = [targetOf(row), ['second']].map(
    (path) => [path, row.shape === 'list' ? [one] : one] as const,
  );
  const ownTwo = isList ? [one, two] : [two];
  const given: readonly GivenDocument[] = [
    { placed: [[from, sent]], own: [sent].flat().filter((value) => value !== null) },
    {
      placed: [[from, two], ...(isFilled ? filling : [])],
      before: [[from, one]],
      own: ownTwo,
      copied: isFilled ? [one, two] : ownTwo,
    },
    { placed: [[other, one]], own: [], copied: isSource ? [one] : [], hasSource: false },
    {
      placed: [
        [from, two],
        [other, one],
      ],
      own: [two],
      copied: [two, one],
    },
  ];
  // Only of two sources can a document have both.
  const documents = given.slice(0, isSource ? 4 : 3).map(({ placed, before = [], ...rest }, id) => {
    const document = documentWith(placed);
    const source = isList ? withObjectBefore(document, documentWith(before)) : document;
    return { id: `${id}`, source, copied: rest.own, hasSource: true, ...rest };
  });
  // No value of a document is spelled as null.
  const isSpelled = row.type === 'keyword' || row.type === 'text';
  return { values: isSpelled ? [...values, 'null'] : values, documents };
}

/** A document by its values, and by those of an object before them; its own are copied if no others are. */
interface GivenDocument extends Partial<CopiedDocument> {
  readonly own: readonly unknown[];
  readonly placed: PathValues;
  readonly before?: PathValues;
}

type PathValues = readonly (readonly [path: Path, value: unknown])[];

/** Makes the object of a document the second of two. */
function withObjectBefore(document: object, before: object): object {
  const [name, first] = Object.entries(before)[0] ?? ['o', {}];
  const second: unknown = Reflect.get(document, name);
  return second === undefined ? document : { ...document, [name]: [first, second] };
}

/** Two different values of the type of a row; a missing target has those of which a server knows the type. */
function valuesOf({ type, target }: CopyRow, [first, second]: Picks): readonly [unknown, unknown] {
  const plain: Readonly<Record<CopyRow['type'], readonly unknown[]>> = {
    integer: target === 'missing' ? [7, 8] : edgesByType.integer,
    keyword: target === 'missing' ? textWords : edgesByType.keyword,
    text: target === 'missing' ? textWords : [...textWords, longText(300)],
    // A bound without milliseconds may stand for the whole second.
    date: edgesByType.date.filter((date) => date.includes('.')),
    boolean: [true, false],
    long: edgesByType.long,
    double: edgesByType.double,
  };
  const all = plain[type];
  const place = first % all.length;
  return [at(all, place), at(all, (place + 1 + (second % (all.length - 1))) % all.length)];
}
