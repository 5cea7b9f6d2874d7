import { longText } from '../arbitraries/edges.ts';

/** What a document may hold that no search of a walk reads: long, many, deep, empty, and with odd letters. */
const contents: readonly object[] = [
  { text: longText(1100) },
  { numbers: Array.from({ length: 1100 }, (_, nth) => nth), flags: [true], none: [], empty: {} },
  { members: Object.fromEntries(Array.from({ length: 110 }, (_, nth) => [`m${nth}`, nth])) },
  { blank: '', blanks: '  a  b ', nothing: null, zero: 0, no: false },
  { deep: nestedIn(12), lists: [[1, 2], [3]], objects: [{ a: 1 }, { b: 'x' }, { a: 2 }] },
  {
    letters: '"\\/\b\f\n\r\t\u0001\u007F\u0085\u2028\uFEFF😀e\u0301é<&>',
    'name with a blank': 1,
    'größe "日本"': 2,
  },
];

/** How long a further text is. */
const lengths = [10_100, 40_100];

/**
 * Returns what the document with a number holds beside the values of its fields. Each page of a walk returns it, so that the
 * longest texts are in a few walks only.
 */
export function oddContent(number: number, isLong: boolean): object {
  const content = contents[number % contents.length];
  const length = lengths[number];
  const long = isLong && length !== undefined ? { long: longText(length) } : {};
  return { [`more_${number % contents.length}`]: content, ...long };
}

function nestedIn(depth: number): unknown {
  return depth === 0 ? 'in here' : { in: nestedIn(depth - 1) };
}
