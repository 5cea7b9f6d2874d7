import { at } from '../base/assert.ts';
import { ServiceError } from '../base/service-error.ts';
import type { MediaRange, MediaType } from './media-type.ts';
import { covers, parseAccept, parseMediaType } from './media-type.ts';

/** How vendor media types of clients are treated. */
export interface Negotiation {
  /** True where `application/vnd.elasticsearch+…` stands for the plain type. */
  readonly vendorTypes: boolean;
}

const vendorPattern = /^(application|text)\/vnd\.elasticsearch\+(.+)$/;

/** What stands behind the vendor's name, where it is more than the plain type without its kind. */
const vendorSubtypes: Readonly<Record<string, string>> = {
  plain: 'text/plain',
  'arrow.stream': 'application/vnd.apache.arrow.stream',
  'arrow+stream': 'application/vnd.apache.arrow.stream',
  'vnd.apache.arrow.stream': 'application/vnd.apache.arrow.stream',
};

/** Major versions of Elasticsearch clients that are served; a vendor type may leave its version out. */
const vendorVersions: readonly (string | undefined)[] = ['7', '8', '9', undefined];

/**
 * versioning.media-types: takes the `Content-Type` of a request with a body and the types that the operation reads; throws a ServiceError
 * where the body cannot be one of them, or is written in another character set than UTF-8. Gives the type that it is.
 */
export function checkContentType(
  header: string | undefined,
  allowed: readonly string[],
  { vendorTypes }: Negotiation,
): string {
  const media = header === undefined ? undefined : parseMediaType(header);
  const plain = media === undefined ? undefined : plainType(media, vendorTypes);
  const charset = (media?.parameters['charset'] ?? 'utf-8').toLowerCase();
  if (plain === undefined || !allowed.includes(plain) || !['utf-8', 'utf8'].includes(charset)) {
    throw new ServiceError(
      'not_acceptable_exception',
      `Content-Type header [${header ?? ''}] is not supported`,
    );
  }
  return plain;
}

/**
 * Takes the `Accept` header and the types in which an answer can be written, the preferred one first; gives the
 * `Content-Type` of the answer. Throws a ServiceError where the header is none, or asks for other types only.
 */
export function chooseResponseType(
  header: string | undefined,
  offers: readonly [string, ...string[]],
  { vendorTypes }: Negotiation,
): string {
  if (header === undefined || header.trim() === '') return offers[0];
  const ranges = readAccept(header);
  for (const range of ranges) {
    const plain = range.quality === 0 ? undefined : plainType(range, vendorTypes);
    const offer = offers.find((type) => plain !== undefined && covers(plain, type));
    if (offer !== undefined) return plain === range.type ? offer : vendorType(range);
  }
  throw new ServiceError(
    'not_acceptable_exception',
    `Accept header [${header}] is not supported; this can be answered as [${offers.join(', ')}]`,
  );
}

/** Takes an `Accept` header; gives its alternatives, the most welcome first. Throws a ServiceError where it is none. */
export function readAccept(header: string | undefined): readonly MediaRange[] {
  if (header === undefined || header.trim() === '') return [];
  const ranges = parseAccept(header);
  if (ranges !== undefined) return ranges;
  throw new ServiceError(
    'media_type_header_exception',
    'Invalid media-type value on headers [Accept]',
    { cause: { type: 'illegal_argument_exception', reason: `cannot read [${header}]` } },
  );
}

/** Gives the type that a vendor type stands for, and any other as it is; undefined for a version that is not served. */
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

/** Gives a vendor type as an answer names it. */
export function vendorType({ type, parameters }: MediaType): string {
  const version = parameters['compatible-with'];
  return version === undefined ? type : `${type};compatible-with=${version}`;
}
