import { defined } from '../base/assert.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject, showJson } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import { decodeDocument } from '../formats/decode/decode-document.ts';

/** The settings of an intake server. */
export interface IntakeSettings {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The URL of the search service, without a trailing slash. */
  readonly service_url: string;
  /** A file with the value of `Authorization` for the requests of the intake. */
  readonly serviceAuthorizationFile: string | undefined;
  /** authentication.enabled-by-default, intake.enabled-false: agents need an API key only if this is true. */
  readonly apiKeyEnabled: boolean;
  /** intake.limit-default: maximum number of distinct keys within a minute. */
  readonly apiKeyLimit: number;
  /** The last part of the names of the indices for events. */
  readonly namespace: string;
  /** The index with the configurations of agents. */
  readonly configurationIndex: string;
}

/** The value of a setting and its origin: a file or a flag. */
interface SettingValue {
  readonly value: JsonValue;
  readonly origin: string;
}

/** Settings by their full names. */
export type SettingValues = ReadonlyMap<string, SettingValue>;

/** The prefix of all settings. */
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
] as const;

type Name = (typeof known)[number];

/**
 * Reads the settings in the text of a YAML file. Takes the name of the file for error messages. Throws a ServiceError
 * if the text is not YAML or not an object.
 */
export function settingsOfFile(text: string, file: string): SettingValues {
  const content = text.trim() === '' ? {} : decodeDocument(Buffer.from(text), 'yaml');
  if (!isJsonObject(content)) return refuse(`${file} must contain an object of settings`);
  return new Map(flatten(content, '').map(([name, value]) => [name, { value, origin: file }]));
}

/** Reads `name=value`; the value is YAML. Throws a ServiceError if it is malformed. */
export function settingOfFlag(text: string): readonly [string, SettingValue] {
  const at = text.indexOf('=');
  if (at < 1) return refuse(`-E must be name=value but is [${text}]`);
  return [
    text.slice(0, at),
    { value: decodeDocument(Buffer.from(text.slice(at + 1)), 'yaml'), origin: '-E' },
  ];
}

/**
 * Returns the settings of a server, with their defaults. Throws a ServiceError that names the setting and its origin if
 * it is unknown or has a wrong value.
 */
export function readSettings(given: SettingValues): IntakeSettings {
  checkNames(given);
  const reader = createReader(given);
  return {
    host: reader.text('host', '127.0.0.1'),
    port: reader.integer('port', { min: 0, max: 65_535, fallback: 8200 }),
    service_url: serviceUrl(reader.text('service.url', 'http://127.0.0.1:9200')),
    serviceAuthorizationFile: reader.text('service.authorization_file', '') || undefined,
    apiKeyEnabled: reader.boolean('auth.api_key.enabled', false),
    apiKeyLimit: reader.integer('auth.api_key.limit', {
      min: 1,
      max: maxLimit,
      fallback: 100,
    }),
    namespace: indexPart(reader.text('data_streams.namespace', 'default')),
    configurationIndex: reader.text('agent.config.index', '.apm-agent-configuration'),
  };
}

function checkNames(given: SettingValues): void {
  for (const [name, { origin }] of given) {
    if (known.some((one) => `${prefix}${one}` === name)) continue;
    refuse(
      `unknown setting [${name}] in ${origin}; the known settings are ${known.map((one) => prefix + one).join(', ')}`,
    );
  }
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

function createReader(given: SettingValues) {
  const wrong = (name: Name, expected: string): never => {
    const { origin, value } = defined(given.get(prefix + name), `setting ${name}`);
    return refuse(
      `setting [${prefix}${name}] in ${origin} must be ${expected} but is [${showJson(value)}]`,
    );
  };
  const valueOf = (name: Name): JsonValue | undefined => given.get(prefix + name)?.value;
  return {
    text(name: Name, fallback: string): string {
      const value = valueOf(name) ?? fallback;
      return typeof value === 'string' ? value : wrong(name, 'a string');
    },
    boolean(name: Name, fallback: boolean): boolean {
      const value = valueOf(name) ?? fallback;
      return typeof value === 'boolean' ? value : wrong(name, 'true or false');
    },
    integer(name: Name, { min, max, fallback }: Range): number {
      const value = valueOf(name) ?? fallback;
      const fits =
        typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
      return fits ? value : wrong(name, `an integer from ${min} to ${max}`);
    },
  };
}

/** A URL with credentials is refused: URLs appear in logs and messages. */
function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return refuse(`setting [${prefix}service.url] must be an http or https URL`);
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(`setting [${prefix}service.url] must not contain credentials`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function indexPart(text: string): string {
  if (/^[a-z0-9_.]{1,100}$/.test(text)) return text;
  return refuse(
    `setting [${prefix}data_streams.namespace] must consist of lower-case letters, digits, [_] and [.]`,
  );
}

/** Flattens settings. Names may be dotted, nested, or both. */
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
