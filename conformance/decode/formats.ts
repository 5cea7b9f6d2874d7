import { isJsonMedia } from '../base/body.ts';

/** The nine forms of a result, and the media type of each. */
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

export type Format = keyof typeof mediaTypes;

/** The forms that hold a document: members, lists and values. */
export const documentFormats = ['json', 'yaml', 'cbor', 'smile'] as const;

export type DocumentFormat = (typeof documentFormats)[number];

/** The format of this name; undefined if there is none. */
export function formatNamed(name: string): Format | undefined {
  return formats.find((format) => format === name);
}

/** The format of a media type, with any parameters; undefined if it is none of the nine. */
export function formatOf(contentType: string | undefined): Format | undefined {
  const bare = bareMediaType(contentType);
  const exact = formats.find((format) => mediaTypes[format] === bare);
  return exact ?? (isJsonMedia(contentType) ? 'json' : undefined);
}

/** The same for the formats that contain a document. */
export function documentFormatOf(contentType: string | undefined): DocumentFormat | undefined {
  const format = formatOf(contentType);
  return documentFormats.find((one) => one === format);
}

/** A media type in lower case and without its parameters. */
export function bareMediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const formats = Object.keys(mediaTypes) as readonly Format[];
