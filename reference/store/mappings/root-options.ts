import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import { checkDateFormat } from '../../base/dates/dates.ts';
import type { MappingOptions } from '../mapping.ts';
import { refuseMapping } from './parameters.ts';

/** Members that the root of a mapping may have. */
export const rootMembers: ReadonlySet<string> = new Set([
  'properties',
  'dynamic',
  'enabled',
  'date_detection',
  'numeric_detection',
  'dynamic_date_formats',
  '_meta',
  '_routing',
  '_source',
]);

/** Takes the JSON of a whole mapping; returns its options. Throws mapper_parsing_exception. */
export function parseOptions(json: JsonObject): Omit<MappingOptions, 'maxFields' | 'dynamicTypes'> {
  const source = json['_source'];
  if (
    source !== undefined &&
    !(isJsonObject(source) && Object.keys(source).every(isEnabled, source))
  ) {
    refuseMapping('Only [enabled: true] is supported for [_source]');
  }
  const { _meta: meta, _routing: routing = {} } = json;
  if (meta !== undefined && !isJsonObject(meta)) refuseMapping('[_meta] must be an object');
  readBoolean(json['enabled'], 'enabled', true);
  if (!isJsonObject(routing) || Object.keys(routing).some((name) => name !== 'required')) {
    return refuseMapping('Mapping definition for [_routing] has unsupported parameters');
  }
  return {
    routingRequired: readBoolean(routing['required'], '_routing.required', false),
    date_detection: readBoolean(json['date_detection'], 'date_detection', true),
    numeric_detection: readBoolean(json['numeric_detection'], 'numeric_detection', false),
    dynamic_date_formats: readFormats(json['dynamic_date_formats']),
  };
}

function isEnabled(this: JsonObject, name: string): boolean {
  return name === 'enabled' && this[name] !== false && this[name] !== 'false';
}

function readBoolean(value: JsonValue | undefined, name: string, otherwise: boolean): boolean {
  if (value === undefined) return otherwise;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  return refuse(`Could not convert [${name}] to boolean`);
}

function readFormats(value: JsonValue | undefined): readonly string[] {
  if (value === undefined)
    return ['strict_date_optional_time', 'yyyy/MM/dd HH:mm:ss', 'yyyy/MM/dd'];
  const given: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return given.map((format) => {
    if (typeof format !== 'string') return refuse('[dynamic_date_formats] must be strings');
    checkDateFormat(format);
    return format;
  });
}
