import { isJsonMedia } from '../base/body.ts';

/** A body does not have the format of its media type; the message describes the problem and its place. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** Returns the bytes of a body. Throws DecodeError for more than thousands of rows need: libraries take long. */
export function sized(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= 2 ** 21) return bytes;
  throw new DecodeError(`a body of ${bytes.length} bytes, more than ${2 ** 21}`);
}

/** Calls what reads a body. Throws DecodeError with what it says if it fails. */
export function decoding<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError) throw error;
    throw new DecodeError(error instanceof Error ? error.message : String(error));
  }
}

/** The media type of each of the nine formats. */
export const mediaTypes = {
  json: 'application/json',
  yaml: 'application/yaml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  md: 'text/markdown',
  cbor: 'application/cbor',
  smile: 'application/smile',
  arrow: 'application/vnd.apache.arrow.stream',
} as const;

/** The name of a format, as in the parameter `format`. */
export type Format = keyof typeof mediaTypes;

/** The structured formats, which contain a document of members, lists and values. */
export const documentFormats = ['json', 'yaml', 'cbor', 'smile'] as const;

/** The name of a structured format. */
export type DocumentFormat = (typeof documentFormats)[number];

/** The format with this name; undefined if there is none. */
export function formatNamed(name: string): Format | undefined {
  return formats.find((format) => format === name);
}

/** The format of a media type, whose parameters are ignored; undefined if it is not one of the nine. */
export function formatOf(contentType: string | undefined): Format | undefined {
  const bare = bareMediaType(contentType);
  const exact = formats.find((format) => mediaTypes[format] === bare);
  return exact ?? (isJsonMedia(contentType) ? 'json' : undefined);
}

/** Like `formatOf`, but undefined unless the format is structured. */
export function documentFormatOf(contentType: string | undefined): DocumentFormat | undefined {
  const format = formatOf(contentType);
  return documentFormats.find((candidate) => candidate === format);
}

/** A media type in lower case and without its parameters. */
export function bareMediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const formats = Object.keys(mediaTypes) as readonly Format[];
