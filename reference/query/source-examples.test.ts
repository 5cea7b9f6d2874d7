import { testExamples } from '../testing/query-examples/run-example.ts';

/** FROM, ROW and SHOW. */
testExamples([
  {
    query: 'FROM guests',
    columns: ['age:long', 'name:keyword', 'room:integer'],
    rows: [[50, 'eve', 7]],
  },
  {
    query: 'FROM staff, guests METADATA _index, _id | KEEP name, room, _i* | SORT name | LIMIT 5',
    columns: ['name:keyword', 'room:integer', '_index:keyword', '_id:keyword'],
    rows: [
      ['ann', null, 'staff', '1'],
      ['bob', null, 'staff', '2'],
      ['cid', null, 'staff', '3'],
      ['dot', null, 'staff', '4'],
      ['eve', 7, 'guests', '1'],
    ],
  },
  {
    query: 'FROM *, -staff, "<guests>" | STATS COUNT(*)',
    columns: ['COUNT(*):long'],
    rows: [[1]],
  },
  {
    query: 'from staff, guests | keep age | limit 1',
    columns: ['age:unsupported'],
    rows: [[null]],
  },
  {
    query: 'ROW a = 1, b = [1.5, 2], c = null, `d e` = """say "hi\nthere""""',
    columns: ['a:integer', 'b:double', 'c:null', 'd e:keyword'],
    rows: [[1, [1.5, 2], null, 'say "hi\nthere"']],
  },
  {
    query: 'ROW 3000000000, -2147483648, 9223372036854775808, 1e3, a = true // and so on',
    columns: [
      '3000000000:long',
      '-2147483648:integer',
      '9223372036854775808:unsigned_long',
      '1e3:double',
      'a:boolean',
    ],
    rows: [[3_000_000_000, -2_147_483_648, 9223372036854775808n, 1000, true]],
  },
  {
    query: 'SHOW INFO | KEEP date, hash',
    columns: ['date:keyword', 'hash:keyword'],
    rows: [['unknown', 'unknown']],
  },
]);
