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
import { onFormat, onTextFormat } from '../query-interceptors.ts';
import { longestCbor } from '../unusual-cbor.ts';
import { longestSmile, sharingSmile } from '../unusual-smile.ts';
import { listOf, type Members, membersOf, named, onReply } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

const endOfStream = 8;

/** Variants of results in YAML, CBOR, Smile and Arrow. */
export const queryDocumentVariants: readonly Variant[] = [
  yaml('written-as-json', 'JSON is valid YAML', (body) => writeJson(body)),
  yaml('in-blocks', 'a YAML list may have a line for each value', (body) => stringify(body)),
  yaml('with-single-quotes', 'a YAML string may be in single quotes', (body) =>
    stringify(body, { defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'QUOTE_DOUBLE' }),
  ),
  yaml('with-other-words', 'YAML has several spellings of null and true', (body) =>
    stringify(body, { nullStr: '~', trueStr: 'TRUE', falseStr: 'False', indent: 6 }),
  ),
  ...variantsOf('yaml', 'YAML may contain document markers, comments and other line ends', {
    'yaml-between-marks-and-comments': () =>
      onTextFormat('yaml', (text) =>
        `%YAML 1.2\n---\n# the result\n${text.replace(/^---\s*/, '')}\n...\n`.replaceAll(
          '\n',
          '\r\n',
        ),
      ),
  }),
  bytes('cbor', 'without-lengths', 'CBOR has several encodings of a value', longestCbor),
  bytes('cbor', 'in-its-shortest-form', 'CBOR may use 16-bit floats if they are exact', (body) =>
    encode(body),
  ),
  bytes('cbor', 'that-describes-itself', 'the tag 55799 has no meaning in CBOR', (body) => [
    0xd9,
    0xd9,
    0xf7,
    ...encode(body),
  ]),
  bytes('smile', 'that-shares-nothing', 'Smile need not share names and strings', (body) =>
    encodeDocument('smile', body),
  ),
  bytes('smile', 'that-shares-all', 'Smile may share names and strings', sharingSmile),
  bytes('smile', 'in-its-longest-form', 'Smile has several encodings of a value', longestSmile),
  arrow('in-many-batches', 'an Arrow stream may have any number of batches', (table) =>
    tableToIPC(
      new Table(
        table.schema,
        Array.from({ length: table.numRows }, (_, row) => table.slice(row, row + 1).batches).flat(),
      ),
      'stream',
    ),
  ),
  arrow('that-just-ends', 'the end marker of an Arrow stream may be omitted', (table) =>
    tableToIPC(table, 'stream').slice(0, -endOfStream),
  ),
  arrow('with-notes', 'Arrow fields and schemas may have metadata', (table) =>
    tableToIPC(new Table(noted(table.schema), table.batches), 'stream'),
  ),
  arrow(
    'with-dictionaries',
    'Arrow may write strings with a dictionary, and integers with 64 bits',
    (table) => tableToIPC(retyped(table), 'stream'),
  ),
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
  {
    name: 'media-types-of-results-with-parameters',
    aspect: 'media-type',
    because: 'the specification leaves open the parameters of the media type of an answer',
    start: () =>
      onReply(['query'], (reply) =>
        named(reply, `${reply.headers['content-type']?.split(';', 1)[0]} ; v="1" ; charset=UTF-8`),
      ),
  },
];

function yaml(name: string, because: string, write: (body: Members) => string): Variant {
  const start = (): Interceptor =>
    onTextFormat('yaml', (text) => write(membersOf(readDocument('yaml', Buffer.from(text)))));
  return { name: `yaml-${name}`, aspect: 'yaml', because, start };
}

function bytes(
  format: 'cbor' | 'smile',
  ...[name, because, write]: [string, string, (body: Members) => Iterable<number> | string]
): Variant {
  const start = (): Interceptor => onMembers(format, write);
  return { name: `${format}-${name}`, aspect: format, because, start };
}

function arrow(name: string, because: string, write: (table: Table) => Uint8Array): Variant {
  const start = (): Interceptor =>
    onFormat('arrow', (reply) => ({
      ...reply,
      body: Buffer.from(write(tableFromIPC(RecordBatchReader.from(reply.body)))),
    }));
  return { name: `arrow-${name}`, aspect: 'arrow', because, start };
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
