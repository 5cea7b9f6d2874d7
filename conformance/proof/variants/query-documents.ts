import { stringify } from 'yaml';
import { readDocument } from '../../decode/documents.ts';
import type { DocumentFormat } from '../../decode/formats.ts';
import { writeJson } from '../../base/body.ts';
import { encodeDocument } from '../../driver/encode.ts';
import { type Aspect, type Interceptor, type Variant, variantsOf } from '../../run/mutation.ts';
import { onFormat } from '../query-interceptors.ts';
import { listOf, type Members, membersOf, named, onReply } from '../interceptors.ts';

/** Changes of a result in any document format, and why the specification allows them. */
const documentEdits: Readonly<
  Record<string, readonly [because: string, edit: (body: Members) => Members]>
> = {
  'more-metadata': [
    'the specification does not say that results and columns have no other members',
    withMore,
  ],
  'nothing-but-empty-lists': [
    'the specification leaves open the columns and lists of an answer without rows',
    withoutEmpty,
  ],
};

/** Variants of results in JSON, YAML, CBOR and Smile. */
export const queryDocumentVariants: readonly Variant[] = [
  ...variantsOf('yaml', 'the version of YAML is open, and 1e5 is a text in version 1.1', {
    'yaml-of-version-1-1': () =>
      onMembers('yaml', (body) => stringify(body, { version: '1.1' }).replaceAll('"1e5"', '1e5')),
  }),
  ...Object.entries(documentEdits).flatMap(([name, [because, edit]]) =>
    (['json', 'yaml', 'cbor', 'smile'] as const).map((format) => ({
      name: `${name}-in-${format}`,
      aspect: (format === 'json' ? 'documents' : format) as Aspect,
      because,
      start: () => onMembers(format, (body) => encodeDocument(format, edit(body))),
    })),
  ),
  ...variantsOf('documents', 'the members of a result have no order', {
    'values-before-the-columns': () =>
      onMembers('json', (body) => writeJson(Object.fromEntries(Object.entries(body).toReversed()))),
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
