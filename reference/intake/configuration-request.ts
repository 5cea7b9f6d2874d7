import type { JsonValue } from '../base/json.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ConfiguredService } from './agent-configuration.ts';
import { IntakeRefusal } from './intake-refusal.ts';
import { member } from './search-service.ts';

/** What an agent says when it asks for its configuration. */
export interface ConfigurationRequest {
  readonly service: ConfiguredService;
  /** The mark of the configuration that it has, beside that of a header. */
  readonly etag: string | undefined;
}

/** Takes the query string; throws an IntakeRefusal where it names no service. */
export function requestOfQuery(query: URLSearchParams): ConfigurationRequest {
  const text = (name: string): string | undefined => query.get(name) || undefined;
  const service = { name: named(text('service.name')), environment: text('service.environment') };
  return { service, etag: text('etag') };
}

/** Takes the text of a body; throws an IntakeRefusal where it is no JSON, names no service, or has a wrong type. */
export function requestOfBody(text: string): ConfigurationRequest {
  const body = parse(text);
  const service = member(body, 'service');
  return {
    service: {
      name: named(textOf(member(service, 'name'), 'service.name')),
      environment: textOf(member(service, 'environment'), 'service.environment') || undefined,
    },
    etag: textOf(member(body, 'etag'), 'etag') || undefined,
  };
}

/** Says whether an agent has the configuration with this mark already; it may tell the mark with quotes and without. */
export function hasAlready(etag: string, told: readonly (string | undefined)[]): boolean {
  return told
    .flatMap((text) => text?.split(',') ?? [])
    .map((text) => text.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'))
    .includes(etag);
}

function named(name: string | undefined): string {
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
