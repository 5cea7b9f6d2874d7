import type { JsonObject } from '../../base/json.ts';

interface ExampleIndex {
  readonly name: string;
  readonly properties: JsonObject;
  readonly documents: readonly JsonObject[];
}

/** The indices that the examples read. */
export const exampleIndices: readonly ExampleIndex[] = [
  {
    name: 'staff',
    properties: {
      name: { type: 'keyword' },
      age: { type: 'integer' },
      pay: { type: 'double' },
      joined: { type: 'date' },
      skills: { type: 'keyword' },
      motto: { type: 'text' },
    },
    documents: [
      {
        name: 'ann',
        age: 31,
        pay: 2500.5,
        joined: '2020-01-15',
        skills: ['go', 'sql'],
        motto: 'Count twice, ship once',
      },
      { name: 'bob', age: 45, pay: 4100, joined: '2020-02-01', skills: 'sql', motto: 'Ship it' },
      { name: 'cid', age: 31, joined: '2021-02-10', motto: 'ask first' },
      { name: 'dot', age: [20, 21], pay: 900 },
    ],
  },
  {
    name: 'guests',
    properties: {
      name: { type: 'keyword' },
      age: { type: 'long' },
      room: { type: 'integer' },
    },
    documents: [{ name: 'eve', age: 50, room: 7 }],
  },
];
