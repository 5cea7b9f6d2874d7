import type { JsonValue } from '../base/json.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ConfiguredService } from './agent-configuration.ts';
import { IntakeRefusal } from './intake-refusal.ts';
import { member } from './search-service.ts';

/** A request of an agent for its configuration. */
export interface ConfigurationRequest {
  readonly service: ConfiguredService;
  /** The entity tag in the body or query string of the configuration that the agent has. */
  readonly etag: string | undefined;
}

/** Reads the query string. Throws an IntakeRefusal if it does not name a service. */
export function requestOfQuery(query: URLSearchParams): ConfigurationRequest {
  const text = (name: string): string | undefined => query.get(name) || undefined;
  const service = {
    name: requiredName(text('service.name')),
    environment: text('service.environment'),
  };
  return { service, etag: text('etag') };
}

/** Reads a body. Throws an IntakeRefusal if it is not JSON, does not name a service, or a member is of the wrong type. */
export function requestOfBody(text: string): ConfigurationRequest {
  const body = parse(text);
  const service = member(body, 'service');
  return {
    service: {
      name: requiredName(textOf(member(service, 'name'), 'service.name')),
      environment: textOf(member(service, 'environment'), 'service.environment') || undefined,
    },
    etag: textOf(member(body, 'etag'), 'etag') || undefined,
  };
}

/** Returns whether an agent already has the configuration with this entity tag. Agents send it with or without quotes. */
export function hasAlready(etag: string, etags: readonly (string | undefined)[]): boolean {
  return etags
    .flatMap((text) => text?.split(',') ?? [])
    .map((text) => text.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'))
    .includes(etag);
}

function requiredName(name: string | undefined): string {
  if (name !== undefined && name !== '') return name;
  throw new IntakeRefusal(400, 'service.name is required');
}

function textOf(value: JsonValue | undefined, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new IntakeRefusal(400, `invalid query: ${name} has to be a string`);
}

function parse(text: string): JsonValue {
  try {
    const body = parseJson(text);
    if (isJsonObject(body)) return body;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new IntakeRefusal(400, `invalid query: ${error.reason}`);
  }
  throw new IntakeRefusal(400, 'invalid query: the body has to be an object');
}
