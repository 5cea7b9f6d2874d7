import { parse } from 'content-type';
import { at } from '../base/assert.ts';
import { ServiceError } from '../base/service-error.ts';

/** A media type with its parameters. */
interface MediaType {
  /** In lower case, such as `text/csv`. */
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** One alternative of an `Accept` header with its quality, from 0 to 1. */
export interface MediaRange extends MediaType {
  readonly quality: number;
}

/** Parses a media type with its parameters. Returns undefined if it is malformed. */
function parseMediaType(text: string): MediaType | undefined {
  try {
    let end = text.length;
    while (/[;\s]/.test(text.charAt(end - 1))) end--;
    const parsed = parse(text.slice(0, end));
    return { type: parsed.type, parameters: parsed.parameters };
  } catch {
    return undefined;
  }
}

/** Parses one alternative of an `Accept` header. Returns undefined if it is malformed. */
function parseRange(text: string): MediaRange | undefined {
  const media = parseMediaType(text.trim().replace(/^\*(?=;|$)/, '*/*'));
  if (media === undefined) return undefined;
  const { q = '1', ...parameters } = media.parameters;
  const quality = Number(q);
  return quality >= 0 && quality <= 1 ? { type: media.type, parameters, quality } : undefined;
}

/** Returns whether a range (everything, all subtypes of a type, or one type) covers a type. */
function covers(range: string, type: string): boolean {
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

const vendorPattern = /^(application|text)\/vnd\.elasticsearch\+(.+)$/;

/** Plain types of the vendor subtypes for which removing the prefix is not enough. */
const vendorSubtypes: Readonly<Record<string, string>> = {
  plain: 'text/plain',
  'arrow.stream': 'application/vnd.apache.arrow.stream',
  'arrow+stream': 'application/vnd.apache.arrow.stream',
  'vnd.apache.arrow.stream': 'application/vnd.apache.arrow.stream',
};

/** Major versions of Elasticsearch clients that are supported; a vendor type may omit its version. */
const vendorVersions: readonly (string | undefined)[] = ['7', '8', '9', undefined];

/**
 * versioning.media-types: returns the plain media type of a request body. Takes the `Content-Type` header and the media
 * types that the operation accepts; `vendorTypes`: `application/vnd.elasticsearch+…` is read as the plain type. Throws a
 * ServiceError if it is none of them, or the charset is not UTF-8.
 */
export function checkContentType(
  header: string | undefined,
  allowed: readonly string[],
  vendorTypes: boolean,
): string {
  const media = header === undefined ? undefined : parseMediaType(header);
  const plain = media === undefined ? undefined : plainType(media, vendorTypes);
  const charset = (media?.parameters['charset'] ?? 'utf-8').toLowerCase();
  if (plain === undefined || !allowed.includes(plain) || !['utf-8', 'utf8'].includes(charset)) {
    throw new ServiceError(
      'not_acceptable_exception',
      `Content-Type header [${header ?? ''}] is not supported`,
      { plain: true },
    );
  }
  return plain;
}

/**
 * Returns the `Content-Type` of the answer. Takes the `Accept` header and the available media types, the preferred one
 * first. Throws a ServiceError if the header is malformed or accepts none of them.
 */
export function chooseResponseType(
  header: string | undefined,
  offers: readonly [string, ...string[]],
  vendorTypes: boolean,
): string {
  const ranges = readAccept(header);
  if (ranges.length === 0) return offers[0];
  const best = bestOffer(ranges, offers, vendorTypes);
  if (best !== undefined) return best.contentType;
  throw new ServiceError(
    'not_acceptable_exception',
    `Accept header [${header}] is not supported; this can be answered as [${offers.join(', ')}]`,
  );
}

/**
 * Returns the offered media type that a client likes most, of equal ones the first, and the `Content-Type` of an answer in
 * it; undefined if it accepts none.
 */
export function bestOffer(
  ranges: readonly MediaRange[],
  offers: readonly string[],
  vendorTypes: boolean,
) {
  const unwelcome = ranges.filter(({ quality }) => quality === 0).map(({ type }) => type);
  const candidates = offers.filter((type) => !unwelcome.includes(type));
  for (const range of ranges.filter(({ quality }) => quality > 0)) {
    const plain = plainType(range, vendorTypes);
    const type = candidates.find((offer) => plain !== undefined && covers(plain, offer));
    if (type !== undefined) {
      return { type, contentType: plain === range.type ? type : vendorType(range) };
    }
  }
  return undefined;
}

/**
 * Returns the alternatives of an `Accept` header by descending quality, those of equal quality in the order of the header.
 * Throws a ServiceError if one is malformed.
 */
export function readAccept(header: string | undefined): readonly MediaRange[] {
  if (header === undefined || header.trim() === '') return [];
  const parts = header.split(',');
  const ranges = parts.map(parseRange).filter((range) => range !== undefined);
  if (ranges.length === parts.length) return ranges.sort((a, b) => b.quality - a.quality);
  throw new ServiceError(
    'media_type_header_exception',
    'Invalid media-type value on headers [Accept]',
    { cause: { type: 'illegal_argument_exception', reason: `cannot read [${header}]` } },
  );
}

/** Returns the plain type of a vendor type, and any other type unchanged; undefined if the version is not supported. */
export function plainType(
  { type, parameters }: MediaType,
  vendorTypes: boolean,
): string | undefined {
  const vendor = vendorTypes ? vendorPattern.exec(type) : null;
  if (vendor === null) return type;
  const version = parameters['compatible-with'];
  if (!vendorVersions.includes(version)) return undefined;
  const kind = at(vendor, 1);
  const subtype = at(vendor, 2);
  return vendorSubtypes[subtype] ?? `${kind}/${subtype}`;
}

/** Returns a vendor type with its version, for the `Content-Type` of the answer. */
export function vendorType({ type, parameters }: MediaType): string {
  const version = parameters['compatible-with'];
  return version === undefined ? type : `${type};compatible-with=${version}`;
}
