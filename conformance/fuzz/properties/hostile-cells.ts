import fc from 'fast-check';
import { tableOf } from '../../client/answer-table.ts';
import { documentFormats } from '../../decode/formats.ts';
import { hostile } from '../arbitraries/hostile.ts';
import { property } from '../property.ts';
import { ask, claimedFormats, expectRows } from '../querying.ts';

const names = ['a', 'b'] as const;

/** Characters that end or quote a cell in csv; how a server writes them inside a cell is left open. */
const special = /["\r\n\u0085\u2028\u2029\uFEFF]|^\s|\s$|^$/;

/** Texts that separate cells in other formats, or look like other values. */
const cellText = fc.oneof(
  fc.constantFrom('a,b', 'a;b', 'a|b', 'a\tb', '| a |', '--', '\\t', "'", '#a', '=1+1', '1,5'),
  hostile,
);

/** Documents contain any text as it is, and a delimiter separates cells but no other character does. */
export const hostileCells = property({
  id: 'hostile-cells',
  describe: 'A cell comes back as it was sent, whatever separates cells in another format.',
  clauses: [
    'query-formats.delimiter-one-character',
    'query-formats.delimiter-default-comma',
    'query-formats.yaml-full-response',
    'query-formats.cbor-same-result',
    'query-formats.smile-same-result',
    'query-parameters.value-never-code',
  ],
  arbitrary: (support) =>
    fc.record({
      texts: fc.tuple(cellText, cellText),
      formats: fc.constant(
        claimedFormats(support).filter((one) => documentFormats.some((format) => format === one)),
      ),
      delimiter: fc.constantFrom(undefined, ';', '|', ':', '~'),
    }),
  async holds(world, { texts, formats, delimiter }) {
    const query = `ROW ${names.map((name) => `${name} = ?`).join(', ')}`;
    const expected = { names, rows: [texts] };
    for (const format of formats) {
      const table = await ask(world, query, { format, members: { params: texts } });
      expectRows(expected, table, format);
    }
    const separator = delimiter ?? ',';
    if (texts.some((text) => special.test(text) || text.includes(separator))) return;
    const given = delimiter === undefined ? '' : `&delimiter=${encodeURIComponent(delimiter)}`;
    const path = `/_query?format=csv${given}`;
    await world.send({ method: 'POST', path, body: { query, params: texts } });
    expectRows(expected, tableOf(world), `csv with "${separator}"`);
  },
});
