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
  /** authentication.enabled-by-default, intake.enabled-false: agents need an API key only if this is true. */
  readonly apiKeyEnabled: boolean;
  /** intake.limit-default: maximum number of distinct keys within a minute. */
  readonly apiKeyLimit: number;
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

/** Reads the value of a setting; `wrong` throws the ServiceError that says what is expected. */
type Reader<Value> = (value: JsonValue, wrong: (expected: string) => never) => Value;

const readText: Reader<string> = (value, wrong) =>
  typeof value === 'string' ? value : wrong('a string');

const readBoolean: Reader<boolean> = (value, wrong) =>
  typeof value === 'boolean' ? value : wrong('true or false');

const integerFrom =
  (min: number, max: number): Reader<number> =>
  (value, wrong) => {
    const isInteger = typeof value === 'number' && Number.isInteger(value);
    return isInteger && value >= min && value <= max
      ? value
      : wrong(`an integer from ${min} to ${max}`);
  };

/** A URL with credentials is refused, and not shown: URLs appear in logs and messages. */
const readUrl: Reader<string> = (value, wrong) => {
  if (showJson(value).includes('@')) {
    return refuse(`setting [${prefix}service.url] must not contain credentials, nor any other @`);
  }
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return wrong('an http or https URL');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};

const known = ['host', 'port', 'service.url', 'auth.api_key.enabled', 'auth.api_key.limit'];

/**
 * Returns the settings of a server, with their defaults. Throws a ServiceError that names the setting and its origin if
 * it is unknown or has a wrong value.
 */
export function readSettings(given: SettingValues): IntakeSettings {
  const names = known.map((name) => prefix + name);
  for (const [name, { origin }] of given) {
    if (names.includes(name)) continue;
    refuse(`unknown setting [${name}] in ${origin}; the known settings are ${names.join(', ')}`);
  }
  const read = <Value>(name: string, reader: Reader<Value>): Value | undefined => {
    const found = given.get(prefix + name);
    if (found === undefined) return undefined;
    const { origin, value } = found;
    return reader(value, (expected) =>
      refuse(
        `setting [${prefix}${name}] in ${origin} must be ${expected} but is [${showJson(value)}]`,
      ),
    );
  };
  return {
    host: read('host', readText) ?? '127.0.0.1',
    port: read('port', integerFrom(0, 65_535)) ?? 8200,
    service_url: read('service.url', readUrl) ?? 'http://127.0.0.1:9200',
    apiKeyEnabled: read('auth.api_key.enabled', readBoolean) ?? false,
    apiKeyLimit: read('auth.api_key.limit', integerFrom(1, 1_000_000)) ?? 100,
  };
}

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
  const value = decodeDocument(Buffer.from(text.slice(at + 1)), 'yaml');
  return [text.slice(0, at), { value, origin: '-E' }];
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
