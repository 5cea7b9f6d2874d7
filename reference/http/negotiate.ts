import { ServiceError } from '../base/service-error.ts';
import type { MediaType } from './media-type.ts';
import { covers, parseAccept, parseMediaType } from './media-type.ts';

/** How vendor media types of clients are treated. */
export interface Negotiation {
  /** True where `application/vnd.elasticsearch+…` stands for the plain type. */
  readonly vendorTypes: boolean;
}

const vendor_prefix = 'application/vnd.elasticsearch+';

/** Versions that vendor types may ask compatibility with. */
const vendor_versions: readonly (string | undefined)[] = ['7', '8', undefined];

/**
 * versioning.media-types: takes the `Content-Type` of a request with a body and the types that the operation reads; throws a ServiceError
 * where the body cannot be one of them, or is written in another character set than UTF-8.
 */
export function checkContentType(
  header: string | undefined,
  allowed: readonly string[],
  { vendorTypes }: Negotiation,
): void {
  const media = header === undefined ? undefined : parseMediaType(header);
  const plain = media === undefined ? undefined : plainType(media, vendorTypes);
  const charset = (media?.parameters['charset'] ?? 'utf-8').toLowerCase();
  if (plain === undefined || !allowed.includes(plain) || !['utf-8', 'utf8'].includes(charset)) {
    throw new ServiceError(
      'not_acceptable_exception',
      `Content-Type header [${header ?? ''}] is not supported`,
    );
  }
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
  const ranges = parseAccept(header);
  if (ranges === undefined) {
    throw new ServiceError(
      'media_type_header_exception',
      'Invalid media-type value on headers [Accept]',
      { cause: { type: 'illegal_argument_exception', reason: `cannot read [${header}]` } },
    );
  }
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

/** Gives the type that a vendor type stands for, and any other as it is; undefined for a version that is not served. */
function plainType({ type, parameters }: MediaType, vendorTypes: boolean): string | undefined {
  if (!vendorTypes || !type.startsWith(vendor_prefix)) return type;
  const version = parameters['compatible-with'];
  if (!vendor_versions.includes(version)) return undefined;
  const subtype = type.slice(vendor_prefix.length);
  return subtype === 'plain' ? 'text/plain' : `application/${subtype}`;
}

function vendorType({ type, parameters }: MediaType): string {
  const version = parameters['compatible-with'];
  return version === undefined ? type : `${type};compatible-with=${version}`;
}
