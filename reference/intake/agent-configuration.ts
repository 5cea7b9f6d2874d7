import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { IntakeRefusal, unavailable } from './intake-refusal.ts';
import type { SearchService } from './search-service.ts';
import { member, ServiceUnavailable } from './search-service.ts';

/** The service whose agent asks for its configuration. */
export interface ConfiguredService {
  readonly name: string;
  readonly environment: string | undefined;
}

/** The options of an agent by name, and an entity tag that changes with them. */
export interface AgentConfiguration {
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
  const byPriority = [
    { name, environment },
    { name, environment: undefined },
    { name: undefined, environment },
    { name: undefined, environment: undefined },
  ];
  for (const place of byPriority) {
    const found = documents.find((document) => isFor(document, place));
    if (found !== undefined) return configurationOf(found);
  }
  return none;
}

function isFor(
  document: JsonValue,
  place: { readonly name: string | undefined; readonly environment: string | undefined },
): boolean {
  const service = member(document, 'service');
  const value = (key: string): JsonValue | undefined => member(service, key) ?? undefined;
  return value('name') === place.name && value('environment') === place.environment;
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
