import { RecordBatchReader, Table, tableFromArrays, tableFromIPC, tableToIPC } from 'apache-arrow';
import { documentFormats } from '../../decode/formats.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { bodyOfAnother, onCells, onDocument, onFormat } from '../format-interceptors.ts';
import { listOf } from '../interceptors.ts';

const clauseOf = {
  json: 'query-formats.json-full-response',
  yaml: 'query-formats.yaml-full-response',
  cbor: 'query-formats.cbor-same-result',
  smile: 'query-formats.smile-same-result',
} as const;

const arrowClauses = ['query-formats.arrow-stream'];
const binary = ['cbor', 'smile'] as const;

/** Faults of answers in document formats and Arrow. */
export const documentFormatFaults: readonly Fault[] = [
  ...documentFormats.flatMap((format): readonly Fault[] => {
    const clauses = [clauseOf[format]];
    return [
      fault(`rows-after-a-hundred-missing-in-${format}`, clauses, () =>
        onDocument(format, (body) => ({ ...body, values: listOf(body['values']).slice(0, 100) })),
      ),
      fault(`missing-values-are-zero-in-${format}`, clauses, () =>
        onCells(format, (cell) => cell ?? 0),
      ),
      fault(`empty-texts-are-null-in-${format}`, clauses, () =>
        onCells(format, (cell) => (cell === '' ? null : cell)),
      ),
      fault(`integers-of-${format}-are-doubles`, clauses, () =>
        onCells(format, (cell) => (typeof cell === 'bigint' ? Number(cell) : cell)),
      ),
      fault(`integers-of-${format}-have-32-bits`, clauses, () =>
        onCells(format, (cell) => (Number.isInteger(cell) ? Number(cell) | 0 : cell)),
      ),
    ];
  }),
  ...(['json', 'yaml'] as const).flatMap((format): readonly Fault[] => [
    fault(`result-in-${format}-wrapped`, [clauseOf[format]], () =>
      onDocument(format, (body) => ({ result: body })),
    ),
  ]),
  fault('texts-that-look-like-other-values-unquoted-in-yaml', [clauseOf.yaml], () =>
    onCells('yaml', asPlainScalar),
  ),
  fault('yaml-in-two-documents', [clauseOf.yaml], () =>
    onFormat('yaml', (reply) => ({
      ...reply,
      body: Buffer.concat([reply.body, Buffer.from('\n---\nend: true\n')]),
    })),
  ),
  ...binary.flatMap((format): readonly Fault[] => [
    fault(`floats-of-${format}-have-32-bits`, [clauseOf[format]], () =>
      onCells(format, (cell) => {
        const isFloat = typeof cell === 'number' && !Number.isSafeInteger(cell);
        return isFloat ? Math.fround(cell) : cell;
      }),
    ),
    fault(`last-byte-of-${format}-missing`, [clauseOf[format]], () =>
      onFormat(format, (reply) => ({ ...reply, body: reply.body.slice(0, -1) })),
    ),
    fault(`letters-beyond-ascii-lost-in-${format}`, [clauseOf[format]], () =>
      onCells(format, (cell) =>
        typeof cell === 'string' ? cell.replace(/[^\0-\x7f]/g, '?') : cell,
      ),
    ),
    fault(`json-in-the-place-of-${format}`, [clauseOf[format]], () =>
      bodyOfAnother(format, 'json'),
    ),
  ]),
  fault('smile-without-its-header', [clauseOf.smile], () =>
    onFormat('smile', (reply) => ({ ...reply, body: reply.body.slice(4) })),
  ),
  fault('json-in-the-place-of-arrow', arrowClauses, () => bodyOfAnother('arrow', 'json')),
  fault('cbor-in-the-place-of-arrow', arrowClauses, () => bodyOfAnother('arrow', 'cbor')),
  fault('file-of-arrow-in-the-place-of-a-stream', arrowClauses, () =>
    onArrow((table) => tableToIPC(table, 'file')),
  ),
  fault('last-field-missing-in-arrow', arrowClauses, () =>
    onArrow((table) => tableToIPC(table.selectAt(fieldsOf(table).slice(0, -1)), 'stream')),
  ),
  fault('fields-of-arrow-in-reverse', arrowClauses, () =>
    onArrow((table) => tableToIPC(table.selectAt(fieldsOf(table).toReversed()), 'stream')),
  ),
  fault('last-row-missing-in-arrow', arrowClauses, () =>
    onArrow((table) => tableToIPC(table.slice(0, Math.max(table.numRows - 1, 0)), 'stream')),
  ),
  fault('fields-of-arrow-without-names', arrowClauses, () =>
    onArrow((table) => tableToIPC(renamed(table), 'stream')),
  ),
  fault('stream-of-arrow-cut-in-the-middle', arrowClauses, () =>
    onFormat('arrow', (reply) => ({
      ...reply,
      body: reply.body.slice(0, reply.body.length / 2),
    })),
  ),
  fault('stream-of-arrow-with-its-schema-only', arrowClauses, () =>
    onArrow((table) => tableToIPC(new Table(table.schema), 'stream')),
  ),
];

/** Returns the value of a text in YAML without quotes. */
function asPlainScalar(cell: unknown): unknown {
  if (cell === 'true' || cell === '~') return cell === 'true' ? true : null;
  return typeof cell === 'string' && /^\d+$/.test(cell) ? Number(cell) : cell;
}

function onArrow(edit: (table: Table) => Uint8Array): Interceptor {
  return onFormat('arrow', (reply) => ({
    ...reply,
    body: Buffer.from(edit(tableFromIPC(RecordBatchReader.from(reply.body)))),
  }));
}

function fieldsOf(table: Table): number[] {
  return table.schema.fields.map((_, at) => at);
}

function renamed(table: Table): Table {
  const columns = table.schema.fields.map((_, at) => [`f${at}`, table.getChildAt(at)?.toArray()]);
  return tableFromArrays(Object.fromEntries(columns) as Record<string, readonly unknown[]>);
}
