import { RecordBatchReader, Table, tableFromArrays, tableFromIPC, tableToIPC } from 'apache-arrow';
import { documentFormats } from '../../decode/formats.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { bodyOfAnother, onCells, onDocument, onFormat } from '../format-interceptors.ts';
import { listOf, type Members, membersOf, without } from '../interceptors.ts';

const clauseOf = {
  json: 'query-formats.json-full-response',
  yaml: 'query-formats.yaml-full-response',
  cbor: 'query-formats.cbor-same-result',
  smile: 'query-formats.smile-same-result',
} as const;

const arrowClauses = ['query-formats.arrow-stream'];
const metadata = ['took', 'is_partial', 'documents_found', 'values_loaded'];
const binary = ['cbor', 'smile'] as const;

/** Faults of the answers for programs. */
export const documentFormatFaults: readonly Fault[] = [
  ...documentFormats.flatMap((format): readonly Fault[] => {
    const clauses = [clauseOf[format]];
    return [
      {
        name: `last-row-missing-in-${format}`,
        clauses,
        start: () =>
          onDocument(format, (body) => ({ ...body, values: listOf(body['values']).slice(0, -1) })),
      },
      {
        name: `rows-after-a-hundred-missing-in-${format}`,
        clauses,
        start: () =>
          onDocument(format, (body) => ({ ...body, values: listOf(body['values']).slice(0, 100) })),
      },
      {
        name: `no-columns-in-${format}-where-there-are-no-rows`,
        clauses,
        start: () =>
          onDocument(format, (body) =>
            listOf(body['values']).length === 0 ? { ...body, columns: [] } : body,
          ),
      },
      {
        name: `missing-values-are-zero-in-${format}`,
        clauses,
        start: () => onCells(format, (cell) => cell ?? 0),
      },
      {
        name: `numbers-are-texts-in-${format}`,
        clauses,
        start: () => onCells(format, (cell) => (typeof cell === 'number' ? String(cell) : cell)),
      },
      {
        name: `truth-values-are-numbers-in-${format}`,
        clauses,
        start: () => onCells(format, (cell) => (typeof cell === 'boolean' ? Number(cell) : cell)),
      },
      {
        name: `integers-of-${format}-are-doubles`,
        clauses,
        start: () => onCells(format, (cell) => (typeof cell === 'bigint' ? Number(cell) : cell)),
      },
      {
        name: `integers-of-${format}-have-32-bits`,
        clauses,
        start: () => onCells(format, (cell) => (Number.isInteger(cell) ? Number(cell) | 0 : cell)),
      },
    ];
  }),
  ...(['json', 'yaml'] as const).flatMap((format): readonly Fault[] => [
    {
      name: `no-metadata-in-${format}`,
      clauses: [clauseOf[format]],
      start: () => onDocument(format, (body) => without(body, ...metadata)),
    },
    {
      name: `took-in-${format}-with-a-unit`,
      clauses: [clauseOf[format]],
      start: () => onDocument(format, (body) => ({ ...body, took: `${String(body['took'])}ms` })),
    },
    {
      name: `result-in-${format}-wrapped`,
      clauses: [clauseOf[format]],
      start: () => onDocument(format, (body) => ({ result: body })),
    },
    {
      name: `rows-in-${format}-are-objects`,
      clauses: [clauseOf[format]],
      start: () => onDocument(format, withObjects),
    },
  ]),
  {
    name: 'texts-that-look-like-other-values-unquoted-in-yaml',
    clauses: [clauseOf.yaml],
    start: () => onCells('yaml', asPlainScalar),
  },
  {
    name: 'missing-values-are-texts-in-yaml',
    clauses: [clauseOf.yaml],
    start: () => onCells('yaml', (cell) => cell ?? 'null'),
  },
  {
    name: 'yaml-in-two-documents',
    clauses: [clauseOf.yaml],
    start: () =>
      onFormat('yaml', (reply) => ({
        ...reply,
        body: Buffer.concat([reply.body, Buffer.from('\n---\nend: true\n')]),
      })),
  },
  ...(['yaml', ...binary] as const).map((format) => ({
    name: `dates-are-numbers-in-${format}`,
    clauses: [clauseOf[format]],
    start: () => onCells(format, dateAsNumber),
  })),
  ...binary.flatMap((format): readonly Fault[] => [
    {
      name: `floats-of-${format}-have-32-bits`,
      clauses: [clauseOf[format]],
      start: () =>
        onCells(format, (cell) => {
          const isFloat = typeof cell === 'number' && !Number.isSafeInteger(cell);
          return isFloat ? Math.fround(cell) : cell;
        }),
    },
    {
      name: `types-of-the-columns-lost-in-${format}`,
      clauses: [clauseOf[format]],
      start: () => onDocument(format, (body) => ({ ...body, columns: retyped(body) })),
    },
    {
      name: `last-byte-of-${format}-missing`,
      clauses: [clauseOf[format]],
      start: () => onFormat(format, (reply) => ({ ...reply, body: reply.body.slice(0, -1) })),
    },
    {
      name: `letters-beyond-ascii-lost-in-${format}`,
      clauses: [clauseOf[format]],
      start: () =>
        onCells(format, (cell) =>
          typeof cell === 'string' ? cell.replace(/[^\0-\x7f]/g, '?') : cell,
        ),
    },
    {
      name: `json-in-the-place-of-${format}`,
      clauses: [clauseOf[format]],
      start: () => bodyOfAnother(format, 'json'),
    },
  ]),
  {
    name: 'smile-without-its-header',
    clauses: [clauseOf.smile],
    start: () => onFormat('smile', (reply) => ({ ...reply, body: reply.body.slice(4) })),
  },
  {
    name: 'json-in-the-place-of-arrow',
    clauses: arrowClauses,
    start: () => bodyOfAnother('arrow', 'json'),
  },
  {
    name: 'cbor-in-the-place-of-arrow',
    clauses: arrowClauses,
    start: () => bodyOfAnother('arrow', 'cbor'),
  },
  {
    name: 'file-of-arrow-in-the-place-of-a-stream',
    clauses: arrowClauses,
    start: () => onArrow((table) => tableToIPC(table, 'file')),
  },
  {
    name: 'last-field-missing-in-arrow',
    clauses: arrowClauses,
    start: () =>
      onArrow((table) => tableToIPC(table.selectAt(fieldsOf(table).slice(0, -1)), 'stream')),
  },
  {
    name: 'fields-of-arrow-in-reverse',
    clauses: arrowClauses,
    start: () =>
      onArrow((table) => tableToIPC(table.selectAt(fieldsOf(table).toReversed()), 'stream')),
  },
  {
    name: 'last-row-missing-in-arrow',
    clauses: arrowClauses,
    start: () =>
      onArrow((table) => tableToIPC(table.slice(0, Math.max(table.numRows - 1, 0)), 'stream')),
  },
  {
    name: 'fields-of-arrow-without-names',
    clauses: arrowClauses,
    start: () => onArrow((table) => tableToIPC(renamed(table), 'stream')),
  },
  {
    name: 'stream-of-arrow-cut-in-the-middle',
    clauses: arrowClauses,
    start: () =>
      onFormat('arrow', (reply) => ({
        ...reply,
        body: reply.body.slice(0, reply.body.length / 2),
      })),
  },
  {
    name: 'stream-of-arrow-with-its-schema-only',
    clauses: arrowClauses,
    start: () => onArrow((table) => tableToIPC(new Table(table.schema), 'stream')),
  },
];

function withObjects(body: Members): Members {
  const names = listOf(body['columns']).map((column) => String(membersOf(column)['name']));
  const values = listOf(body['values']).map((row) =>
    Object.fromEntries(listOf(row).map((cell, at) => [names[at] ?? at, cell])),
  );
  return { ...body, values };
}

/** The value that a text has in YAML where nothing is quoted. */
function asPlainScalar(cell: unknown): unknown {
  if (cell === 'true' || cell === '~') return cell === 'true' ? true : null;
  return typeof cell === 'string' && /^\d+$/.test(cell) ? Number(cell) : cell;
}

function dateAsNumber(cell: unknown): unknown {
  return typeof cell === 'string' && /^\d{4}-\d\d-\d\dT/.test(cell) ? Date.parse(cell) : cell;
}

function retyped(body: Members): readonly unknown[] {
  return listOf(body['columns']).map((column) => ({ ...membersOf(column), type: 'keyword' }));
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
