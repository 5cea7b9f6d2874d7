import { checkUnicode, isJsonObject, maxSize, parseJson } from '../base/json.ts';
import type { JsonValue } from '../base/json.ts';
import { unlessRefused } from '../base/service-error.ts';
import { IntakeRefusal } from './request-stream.ts';
import { member } from './search-service.ts';

/** Throws an IntakeRefusal if a query string does not name the service whose agent asks for its configuration. */
export function checkQuery(query: URLSearchParams): void {
  requireName(query.get('service.name') ?? undefined);
}

/** Throws an IntakeRefusal if a body is not JSON, does not name a service, or a member is of the wrong type. */
export function checkBody(text: string): void {
  const body = parse(text);
  const service = member(body, 'service');
  requireName(textOf(member(service, 'name'), 'service.name'));
  textOf(member(service, 'environment'), 'service.environment');
  textOf(member(body, 'etag'), 'etag');
}

function requireName(name: string | undefined): void {
  if (name === undefined || name === '') throw new IntakeRefusal(400, 'service.name is required');
}

function textOf(value: JsonValue | undefined, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new IntakeRefusal(400, `invalid query: ${name} has to be a string`);
}

function parse(text: string): JsonValue {
  const read = (): JsonValue => {
    const value = parseJson(text, maxSize);
    checkUnicode(text, 'strings');
    return value;
  };
  const body = unlessRefused(read, ({ reason }) => {
    throw new IntakeRefusal(400, `invalid query: ${reason}`);
  });
  if (isJsonObject(body)) return body;
  throw new IntakeRefusal(400, 'invalid query: the body has to be an object');
}
