import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';

const creation_members = ['settings', 'mappings', 'aliases'];

/** Takes the body of the creation of an index; gives its members. Throws parse_exception for any other. */
export function readCreation(body: JsonValue | undefined): {
  readonly settings: JsonValue | undefined;
  readonly mappings: JsonObject;
  readonly aliases: JsonValue | undefined;
} {
  const given = body ?? {};
  if (!isJsonObject(given)) throw new ServiceError('parse_exception', 'the body must be an object');
  const unknown = Object.keys(given).find((key) => !creation_members.includes(key));
  if (unknown !== undefined) {
    throw new ServiceError('parse_exception', `unknown key [${unknown}] for create index`);
  }
  const mappings = given['mappings'] ?? {};
  if (!isJsonObject(mappings)) {
    throw new ServiceError('parse_exception', 'key [mappings] must be an object');
  }
  return { settings: given['settings'], mappings, aliases: given['aliases'] };
}
