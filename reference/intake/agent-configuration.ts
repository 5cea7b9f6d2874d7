import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { checkUnicode, isJsonObject, maxSize, parseJson } from '../base/json.ts';
import { unlessRefused } from '../base/service-error.ts';
import { IntakeRefusal, unavailable } from './request-stream.ts';
import type { SearchService } from './search-service.ts';
import { member, ServiceUnavailable } from './search-service.ts';

/** The service whose agent asks for its configuration. */
interface ConfiguredService {
  readonly name: string;
  readonly environment: string | undefined;
}

/** The options of an agent by name, and an entity tag that changes with them. */
interface AgentConfiguration {
  /** Without quotes. */
  readonly etag: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The index that stores the configurations of agents. */
export interface ConfigurationSource {
  readonly service: Pick<SearchService, 'send'>;
  /**
   * The index with one document per configuration: `service` with `name` and `environment`, `settings`, and optionally
   * `etag`.
   */
  readonly index: string;
  readonly log: (report: string) => void;
}

/** The answer to an agent without a configuration. */
const none: AgentConfiguration = { etag: '-', settings: {} };
const maxConfigurations = 1000;

/**
 * Returns the most specific configuration for a service: by name and environment, else by name, else by environment,
 * else the one for all services. Throws an IntakeRefusal with status 503 if the search service is not available.
 *
 * intake.config-agent-read-permits.
 */
export async function findConfiguration(
  { name, environment }: ConfiguredService,
  source: ConfigurationSource,
): Promise<AgentConfiguration> {
  const documents = await readDocuments(name, source);
  const places = [{ name, environment }, { name }, { environment }, {}];
  const found = places
    .map((place) => documents.find((document) => isFor(document, place)))
    .find((document) => document !== undefined);
  return found === undefined ? none : configurationOf(found);
}

function isFor(document: JsonValue, { name, environment }: Partial<ConfiguredService>): boolean {
  const service = member(document, 'service');
  const value = (key: string): JsonValue | undefined => member(service, key) ?? undefined;
  return value('name') === name && value('environment') === environment;
}

async function readDocuments(
  name: string,
  { service, index, log }: ConfigurationSource,
): Promise<readonly JsonObject[]> {
  const forAll = { bool: { must_not: [{ exists: { field: 'service.name' } }] } };
  const should = [{ match: { 'service.name': name } }, forAll];
  const body = JSON.stringify({
    size: maxConfigurations,
    query: { bool: { should, minimum_should_match: 1 } },
  });
  const path = `/${encodeURIComponent(index)}/_search?ignore_unavailable=true`;
  try {
    const answer = await service.send({ path, body, type: 'application/json' });
    const hits = member(member(answer.body, 'hits'), 'hits');
    if (answer.status === 200 && Array.isArray(hits)) {
      return hits.map((hit: JsonValue) => member(hit, '_source')).filter(isJsonObject);
    }
    log(`the search service did not return agent configurations: status ${answer.status}`);
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error;
    log(error.message);
  }
  throw new IntakeRefusal(503, unavailable);
}

function configurationOf(document: JsonObject): AgentConfiguration {
  const given = member(document, 'settings');
  const entries = Object.entries(isJsonObject(given) ? given : {})
    .filter(([, value]) => value !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]);
  const etag = member(document, 'etag');
  const isTag = typeof etag === 'string' && /^[!#-~]{1,256}$/.test(etag);
  const digest = () => createHash('sha256').update(JSON.stringify(entries)).digest('hex');
  return { etag: isTag ? etag : digest().slice(0, 40), settings: Object.fromEntries(entries) };
}

/** A request of an agent for its configuration. */
interface ConfigurationRequest {
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
