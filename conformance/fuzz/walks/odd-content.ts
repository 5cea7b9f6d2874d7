import { longText } from '../arbitraries/edges.ts';

/** What a document may hold that no search of a walk reads: long, many, deep, empty, and with odd letters. */
const contents: readonly object[] = [
  { text: longText(1100) },
  { numbers: Array.from({ length: 1100 }, (_, nth) => nth), flags: [true], none: [], empty: {} },
  { members: Object.fromEntries(Array.from({ length: 110 }, (_, nth) => [`m${nth}`, nth])) },
  { longer: longText(10_100), blank: '', blanks: '  a  b ', nothing: null },
  { deep: nestedIn(12), lists: [[1, 2], [3]], objects: [{ a: 1 }, { b: 'x' }, { a: 2 }] },
  { longest: longText(40_100), zero: 0, no: false },
  {
    letters: '"\\/\b\f\n\r\t\u0001\u007F\u0085\u2028\uFEFF😀e\u0301é<&>',
    'name with a blank': 1,
    'größe "日本"': 2,
  },
];

/** Returns what the document with a number holds beside the values of its fields. */
export function oddContent(number: number): object {
  return { [`more_${number % contents.length}`]: contents[number % contents.length] };
}

function nestedIn(depth: number): unknown {
  return depth === 0 ? 'in here' : { in: nestedIn(depth - 1) };
}
