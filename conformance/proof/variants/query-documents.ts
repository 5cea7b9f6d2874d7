import {
  DataType,
  Dictionary,
  Field,
  Int32,
  Int64,
  RecordBatchReader,
  Schema,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { encode } from 'cbor2';
import { stringify } from 'yaml';
import { readDocument } from '../../decode/documents.ts';
import type { DocumentFormat } from '../../decode/formats.ts';
import { writeJson } from '../../base/body.ts';
import { encodeDocument } from '../../driver/encode.ts';
import type { Aspect, Interceptor, Variant } from '../../run/mutation.ts';
import { onFormat } from '../query-interceptors.ts';
import { listOf, type Members, membersOf, named, onReply } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

const endOfStream = 8;

const otherYaml = {
  defaultStringType: 'QUOTE_SINGLE',
  defaultKeyType: 'QUOTE_DOUBLE',
  nullStr: '~',
  trueStr: 'TRUE',
  falseStr: 'False',
  indent: 6,
} as const;

/** Variants of results in YAML, CBOR, Smile and Arrow. */
export const queryDocumentVariants: readonly Variant[] = [
  ...variantsOf('yaml', 'JSON is valid YAML', {
    'yaml-written-as-json': () => onMembers('yaml', writeJson),
  }),
  ...variantsOf(
    'yaml',
    'YAML has several spellings of null, true and texts, comments and line ends',
    {
      'yaml-in-other-words': () =>
        onMembers('yaml', (body) =>
          `%YAML 1.2\n---\n# the result\n${stringify(body, otherYaml)}\n...\n`.replaceAll(
            '\n',
            '\r\n',
          ),
        ),
    },
  ),
  ...variantsOf('yaml', 'the version of YAML is open, and 1e5 is a text in version 1.1', {
    'yaml-of-version-1-1': () =>
      onMembers('yaml', (body) => stringify(body, { version: '1.1' }).replaceAll('"1e5"', '1e5')),
  }),
  ...variantsOf('cbor', 'CBOR has several encodings of a number, and the tag 55799 no meaning', {
    'cbor-in-its-shortest-form-that-describes-itself': () =>
      onMembers('cbor', (body) => [0xd9, 0xd9, 0xf7, ...encode(body)]),
  }),
  ...variantsOf('smile', 'Smile need not share names and strings', {
    'smile-that-shares-nothing': () => onMembers('smile', (body) => encodeDocument('smile', body)),
  }),
  ...variantsOf('arrow', 'an Arrow stream may have metadata, many batches and no end marker', {
    'arrow-with-notes-in-many-batches': () =>
      onArrow((table) => {
        const rows = Array.from({ length: table.numRows }, (_, row) => table.slice(row, row + 1));
        const batches = rows.flatMap((row) => row.batches);
        return tableToIPC(new Table(noted(table.schema), batches), 'stream').slice(0, -endOfStream);
      }),
  }),
  ...variantsOf('arrow', 'Arrow may write strings with a dictionary, and integers with 64 bits', {
    'arrow-with-dictionaries': () => onArrow((table) => tableToIPC(retyped(table), 'stream')),
  }),
  ...(['json', 'yaml', 'cbor', 'smile'] as const).map((format) => ({
    name: `more-metadata-in-${format}`,
    aspect: (format === 'json' ? 'documents' : format) as Aspect,
    because: 'the specification does not say that results and columns have no other members',
    start: () => onMembers(format, (body) => encodeDocument(format, withMore(body))),
  })),
  ...(['json', 'yaml', 'cbor', 'smile'] as const).map((format) => ({
    name: `nothing-but-empty-lists-in-${format}`,
    aspect: (format === 'json' ? 'documents' : format) as Aspect,
    because: 'the specification leaves open the columns and lists of an answer without rows',
    start: () => onMembers(format, (body) => encodeDocument(format, withoutEmpty(body))),
  })),
  ...variantsOf('documents', 'the members of a result have no order', {
    'values-before-the-columns': () =>
      onQueryDocuments((body) => Object.fromEntries(Object.entries(body).toReversed())),
  }),
  ...variantsOf(
    'media-type',
    'the specification leaves open the parameters of the media type of an answer',
    {
      'media-types-of-results-with-parameters': () =>
        onReply(['query'], (reply) =>
          named(
            reply,
            `${reply.headers['content-type']?.split(';', 1)[0]} ; v="1" ; charset=UTF-8`,
          ),
        ),
    },
  ),
];

function onArrow(write: (table: Table) => Uint8Array): Interceptor {
  return onFormat('arrow', (reply) => ({
    ...reply,
    body: Buffer.from(write(tableFromIPC(RecordBatchReader.from(reply.body)))),
  }));
}

function onMembers(
  format: DocumentFormat,
  write: (body: Members) => Iterable<number> | string,
): Interceptor {
  return onFormat(format, (reply) => {
    const written = write(membersOf(readDocument(format, reply.body)));
    const body = typeof written === 'string' ? Buffer.from(written) : Uint8Array.from(written);
    return { ...reply, body };
  });
}

function onQueryDocuments(edit: (body: Members) => Members): Interceptor {
  return onMembers('json', (body) => encodeDocument('json', edit(body)));
}

function withMore(body: Members): Members {
  const columns = listOf(body['columns']).map((column) => ({
    zz_origin: ['books'],
    ...membersOf(column),
  }));
  return { zz_note: { cost: 1.5, parts: [] }, ...body, columns, zz_more: null };
}

/** Returns an answer without rows without its columns, and a columnar one without its lists. */
function withoutEmpty(body: Members): Members {
  const values = listOf(body['values']);
  const isEmpty = values.every((list) => listOf(list).length === 0);
  return isEmpty ? { ...body, columns: [], values: [] } : body;
}

function noted(schema: Schema): Schema {
  const notes = new Map([['origin', 'books']]);
  const fields = schema.fields.map((field) => new Field(field.name, field.type, true, notes));
  return new Schema(fields, notes);
}

function retyped(table: Table): Table {
  const columns = table.schema.fields.flatMap(({ name }, at) => {
    const vector = table.getChildAt(at);
    return vector === null ? [] : [[name, retypedVector(vector)] as const];
  });
  return new Table(Object.fromEntries(columns));
}

function retypedVector(vector: Vector): Vector {
  const values = [...vector] as readonly unknown[];
  if (DataType.isInt(vector.type)) {
    const integers = values.map((value) =>
      value === null ? null : BigInt(value as number | bigint),
    );
    return vectorFromArray(integers, new Int64());
  }
  if (!DataType.isUtf8(vector.type)) return vector;
  return vectorFromArray(
    values as readonly (string | null)[],
    new Dictionary(new Utf8(), new Int32()),
  );
}
