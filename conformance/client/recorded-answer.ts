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

/** Maximum length in characters of a body that is recorded as text. */
const longestRecordedText = 2000;

/** The recorded form of a response: the status, and the body, parsed if it is JSON and truncated if it is not. */
export function answerOf({ response }: Pick<Exchange, 'response'>) {
  const text = textOf(response);
  const { status } = response;
  // The body of a server error need not be what its media type says.
  const json = isJsonMedia(response.headers['content-type']) ? jsonIn(text) : undefined;
  return { status, body: json === undefined ? text.slice(0, longestRecordedText) : json };
}
