import { isJsonMedia, jsonIn, textOf, writeJson, repeatedIn } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';
import { readArrow } from '../decode/arrow.ts';
import { DecodeError, formatOf } from '../decode/formats.ts';
import { readDocument } from '../decode/documents.ts';
import type { Observation } from './record.ts';

/** Returns what is recorded about an exchange without judging it. */
export function remarksOn({ request, response }: Exchange): readonly Observation[] {
  const { resent } = response;
  const repeated = repeatedIn(response);
  return [
    ...(resent === undefined ? [] : [{ what: `${request.method} was sent again`, value: resent }]),
    ...(repeated.length === 0
      ? []
      : [{ what: 'members occur twice in one object', value: repeated }]),
  ];
}

/** A body in CBOR, Smile or Arrow as JSON text; undefined for other media types, and if the bytes cannot be decoded. */
export function readableBody(
  contentType: string | undefined,
  body: Uint8Array,
): string | undefined {
  const format = formatOf(contentType);
  try {
    if (format === 'cbor' || format === 'smile') return writeJson(readDocument(format, body));
    if (format !== 'arrow') return undefined;
    const { columns, rows } = readArrow(body);
    return writeJson({ columns, rows });
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** Maximum length in characters of a body that is recorded as text, and of one that is recorded as JSON. */
const longestRecordedText = 2000;
const longestRecordedJson = 200_000;

/** The recorded form of a response: the status, and the body, parsed if it is JSON and not too long, else truncated. */
export function answerOf({ response }: Pick<Exchange, 'response'>) {
  const text = textOf(response);
  const { status } = response;
  // The body of a server error need not be what its media type says.
  const isJson = isJsonMedia(response.headers['content-type']);
  const json = isJson && text.length <= longestRecordedJson ? jsonIn(text) : undefined;
  return { status, body: json === undefined ? text.slice(0, longestRecordedText) : json };
}
