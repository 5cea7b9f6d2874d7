import { parseJson } from '../base/body.ts';
import { KitFault } from '../base/errors.ts';
import type { World } from '../client/world.ts';
import { documentFormats, mediaTypes } from '../decode/formats.ts';
import { encodeDocument } from '../driver/encode.ts';

/** The body of a request, and its media type if it is not the usual one. */
interface SentBody {
  readonly body: object | string | Uint8Array;
  readonly contentType?: string;
}

/** Encodes a body for the option `sent as`; returns it unchanged if the option is absent. */
export function sent(world: World, name: string | undefined, given: object | string): SentBody {
  if (name === undefined) return { body: given };
  const format = documentFormats.find((candidate) => candidate === name);
  if (format === undefined) throw new KitFault(`a request cannot be encoded as ${name}`);
  const value = typeof given === 'string' ? parseJson(world.expand(given, 'json')) : given;
  const bytes = encodeDocument(format, value);
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return { body, contentType: mediaTypes[format] };
}
