import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import { decodeYaml } from '../formats/decode/decode-yaml.ts';

/** How an intake server is to run, as its file and its flags say it. */
export interface IntakeSettings {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Where the search service is, without a slash at the end. */
  readonly service_url: string;
  /** A file whose content is the value of `Authorization` for the intake's own calls. */
  readonly serviceAuthorizationFile: string | undefined;
  /** authentication.enabled-by-default: agents have to prove who they are only where this is switched on. */
  readonly apiKeyEnabled: boolean;
  /** intake.limit-default: ids of keys that one minute may bring. */
  readonly apiKeyLimit: number;
  /** The last part of the names under which events are stored. */
  readonly namespace: string;
  /** The index that holds the configurations of agents. */
  readonly configurationIndex: string;
  /** Events that may wait to be stored. */
  readonly queueEvents: number;
}

/** The value of one setting, and where it was found. */
interface Given {
  readonly value: JsonValue;
  readonly origin: string;
}

export type GivenSettings = ReadonlyMap<string, Given>;

/** Names of settings in a file; each begins with this. */
const prefix = 'intake-server.';
const maxLimit = 1_000_000;

const known = [
  'host',
  'port',
  'service.url',
  'service.authorization_file',
  'auth.api_key.enabled',
  'auth.api_key.limit',
  'data_streams.namespace',
  'agent.config.index',
  'queue.events',
] as const;

type Name = (typeof known)[number];

/** Takes the text of a file and its name; gives its settings. Throws a ServiceError where it is no YAML, or no object. */
export function settingsOfFile(text: string, file: string): GivenSettings {
  const content = text.trim() === '' ? {} : decodeYaml(text);
  if (!isJsonObject(content)) return refuse(`${file} does not hold settings by name`);
  return new Map(flatten(content, '').map(([name, value]) => [name, { value, origin: file }]));
}

/** Takes `name=value`; throws a ServiceError where it is none. The value is read as YAML. */
export function settingOfFlag(text: string): readonly [string, Given] {
  const at = text.indexOf('=');
  if (at < 1) return refuse(`-E takes name=value, and [${text}] has no name or no [=]`);
  return [text.slice(0, at), { value: decodeYaml(text.slice(at + 1)), origin: '-E' }];
}

/**
 * Takes what files and flags say; gives the settings, with defaults for those that nothing is said of. Throws a
 * ServiceError that names a setting that is unknown or has a value that it cannot have, and where it stands.
 */
export function readSettings(given: GivenSettings): IntakeSettings {
  checkNames(given);
  const reader = createReader(given);
  return {
    host: reader.text('host', '127.0.0.1'),
    port: reader.integer('port', { least: 0, most: 65_535, otherwise: 8200 }),
    service_url: serviceUrl(reader.text('service.url', 'http://127.0.0.1:9200')),
    serviceAuthorizationFile: reader.text('service.authorization_file', '') || undefined,
    apiKeyEnabled: reader.boolean('auth.api_key.enabled', false),
    apiKeyLimit: reader.integer('auth.api_key.limit', {
      least: 1,
      most: maxLimit,
      otherwise: 100,
    }),
    namespace: indexPart(reader.text('data_streams.namespace', 'default')),
    configurationIndex: reader.text('agent.config.index', '.apm-agent-configuration'),
    queueEvents: reader.integer('queue.events', { least: 1, most: maxLimit, otherwise: 4096 }),
  };
}

function checkNames(given: GivenSettings): void {
  for (const [name, { origin }] of given) {
    if (known.some((one) => `${prefix}${one}` === name)) continue;
    refuse(
      `unknown setting [${name}] in ${origin}; known are ${known.map((one) => prefix + one).join(', ')}`,
    );
  }
}

interface Range {
  readonly least: number;
  readonly most: number;
  readonly otherwise: number;
}

function createReader(given: GivenSettings) {
  const wrong = (name: Name, wanted: string): never => {
    const found = given.get(prefix + name);
    return refuse(
      `setting [${prefix}${name}] in ${found?.origin ?? 'the defaults'} has to be ${wanted}, and is [${shown(found?.value)}]`,
    );
  };
  const valueOf = (name: Name): JsonValue | undefined => given.get(prefix + name)?.value;
  return {
    text(name: Name, otherwise: string): string {
      const value = valueOf(name) ?? otherwise;
      return typeof value === 'string' ? value : wrong(name, 'a text');
    },
    boolean(name: Name, otherwise: boolean): boolean {
      const value = valueOf(name) ?? otherwise;
      return typeof value === 'boolean' ? value : wrong(name, 'true or false');
    },
    integer(name: Name, { least, most, otherwise }: Range): number {
      const value = valueOf(name) ?? otherwise;
      const fits =
        typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
      return fits ? value : wrong(name, `an integer from ${least} to ${most}`);
    },
  };
}

/** Credentials in an address would be seen wherever the address is told. */
function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return refuse(`setting [${prefix}service.url] has to be a URL of http or https`);
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(`setting [${prefix}service.url] must not hold credentials`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function indexPart(text: string): string {
  if (/^[a-z0-9_.]{1,100}$/.test(text)) return text;
  return refuse(
    `setting [${prefix}data_streams.namespace] has to be made of small letters, digits, [_] and [.]`,
  );
}

/** Names of settings may be dotted, or nested, or both. */
function flatten(
  content: Readonly<Record<string, JsonValue>>,
  above: string,
): readonly (readonly [string, JsonValue])[] {
  return Object.entries(content).flatMap(([name, value]) =>
    isJsonObject(value)
      ? flatten(value, `${above}${name}.`)
      : [[`${above}${name}`, value] as const],
  );
}

function shown(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
