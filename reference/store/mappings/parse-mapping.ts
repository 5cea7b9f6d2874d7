import { checkDateFormat } from '../../base/dates/dates.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, showJson } from '../../base/json.ts';
import { refuse, ServiceError } from '../../base/service-error.ts';
import type { AnalyzerRegistry } from '../analysis/registry.ts';
import type { Dynamic, FieldType, ObjectField } from '../field-type.ts';
import { isObjectField } from '../field-type.ts';
import type { DynamicTypes, Mapping, MappingLimits, MappingOptions } from '../mapping.ts';
import { createMapping, usualDynamicTypes } from '../mapping.ts';
import { checkCopyTo, normalizeMapping } from './merge-mapping.ts';
import { Parameters, refuseMapping, TooManyFields } from './parameters.ts';
import type { FieldPosition } from './parse-field.ts';
import { parseAlias, parseLeaf } from './parse-field.ts';

/** The context of one mapping, with the number of fields read so far: one over the limit ends the reading. */
interface Reading extends MappingContext {
  readonly read: { fields: number };
}

/** The analyzers that a mapping may name, its limits, and the types of dynamic mapping (default: the usual ones). */
export interface MappingContext {
  readonly registry: AnalyzerRegistry;
  readonly limits: MappingLimits;
  readonly dynamicTypes?: DynamicTypes | undefined;
}

/**
 * index.mapping-options, errors.malformed-definitions: parses a whole mapping whose dotted names are expanded
 * (`normalizeMapping`). Throws mapper_parsing_exception or illegal_argument_exception if it is invalid or exceeds a
 * limit.
 */
export function parseMapping(json: JsonObject, given: MappingContext): Mapping {
  const mapping = wrapMappingError(() => readMapping(json, { ...given, read: { fields: 0 } }));
  checkAliases(mapping.root, mapping);
  checkCopyTo(mapping);
  return mapping;
}

function readMapping(json: JsonObject, context: Reading): Mapping {
  const parameters = new Parameters(json, '_doc', 'object');
  if (json['type'] !== undefined) refuseMapping('The root of a mapping has no parameter [type]');
  const { limits, dynamicTypes = usualDynamicTypes } = context;
  const options = { ...parseOptions(parameters), maxFields: limits.total_fields, dynamicTypes };
  const root = parseObject({ name: '', nestedPath: undefined, multi: false }, parameters, context);
  return createMapping({ ...root, type: 'object', definition: json }, options, json);
}

/** Reads the parameters that the root and all objects have; refuses those that have not been read. */
function parseObject(position: FieldPosition, parameters: Parameters, context: Reading) {
  const object = {
    name: position.name,
    nestedPath: position.nestedPath,
    enabled: parameters.boolean('enabled', true),
    dynamic: readDynamic(parameters),
    properties: parseProperties(parameters, position, context),
  };
  parameters.finish();
  return object;
}

function parseProperties(
  parameters: Parameters,
  around: FieldPosition,
  context: Reading,
): ReadonlyMap<string, FieldType> {
  const properties = parameters.value('properties') ?? {};
  if (!isJsonObject(properties)) {
    return refuseMapping('Expected map for property [properties], but got ' + showJson(properties));
  }
  const fields = new Map<string, FieldType>();
  // Without a list of all members: most of them are not read if there are too many.
  for (const name in properties) {
    const member = properties[name];
    const path = around.name === '' ? name : `${around.name}.${name}`;
    if (!isJsonObject(member)) {
      return refuseMapping(
        `Expected map for property [fields] on field [${path}] but got ${showJson(member)}`,
      );
    }
    fields.set(name, parseField(member, { ...around, name: path }, context));
  }
  return fields;
}

/**
 * Reads one field: an object or nested field (index.type-object, index.type-nested), an alias, or a field with values.
 */
function parseField(definition: JsonObject, position: FieldPosition, context: Reading): FieldType {
  countFields(1, context);
  const { type = hasObjectMembers(definition) ? 'object' : undefined } = definition;
  if (type === undefined) {
    return refuseMapping(`No type specified for field [${position.name.split('.').at(-1)}]`);
  }
  if (type === 'alias') return parseAlias(definition, position);
  if (type !== 'object' && type !== 'nested') {
    const leaf = parseLeaf(definition, position, context.registry);
    countFields(leaf.fields.length, context);
    return leaf;
  }
  if (position.name.split('.').length > context.limits.depth) {
    return refuseMapping(
      `Limit of mapping depth [${context.limits.depth}] has been exceeded due to object field [${position.name}]`,
    );
  }
  const parameters = new Parameters(definition, position.name, type);
  const nestedPath = type === 'nested' ? position.name : position.nestedPath;
  return { type, definition, ...parseObject({ ...position, nestedPath }, parameters, context) };
}

function hasObjectMembers(definition: JsonObject): boolean {
  return ['properties', 'dynamic', 'enabled'].some((name) => definition[name] !== undefined);
}

function readDynamic(parameters: Parameters): Dynamic | undefined {
  const value = parameters.value('dynamic');
  if (value === undefined) return undefined;
  const text = showJson(value);
  if (text === 'true' || text === 'false' || text === 'strict') return text;
  const { field } = parameters;
  return refuse(`Could not convert [${field}.dynamic] to boolean or [strict]: [${text}]`);
}

function countFields(count: number, { read, limits }: Reading): void {
  read.fields += count;
  if (read.fields <= limits.total_fields) return;
  throw new TooManyFields(limits.total_fields);
}

function checkAliases(object: ObjectField, mapping: Mapping): void {
  for (const field of object.properties.values()) {
    if (isObjectField(field)) checkAliases(field, mapping);
    else if (field.type === 'alias' && !mapping.leaves.has(field.path)) {
      refuseMapping(
        `Invalid [path] value [${field.path}] for field alias [${field.name}]: an alias must refer to an existing field in the mappings.`,
      );
    }
  }
}

/** Reads the parameters that only the root of a mapping has. */
function parseOptions(parameters: Parameters): Omit<MappingOptions, 'maxFields' | 'dynamicTypes'> {
  const source = parameters.object('_source');
  if (!source.boolean('enabled', true)) {
    refuseMapping('Only [enabled: true] is supported for [_source]');
  }
  source.finish();
  parameters.object('_meta');
  const routing = parameters.object('_routing');
  const routingRequired = routing.boolean('required', false);
  routing.finish();
  return {
    routingRequired,
    date_detection: parameters.boolean('date_detection', true),
    numeric_detection: parameters.boolean('numeric_detection', false),
    dynamic_date_formats: readFormats(parameters.value('dynamic_date_formats')),
  };
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

/** Parses the mapping of a new index. Throws a ServiceError if it is wrong or has too many fields. */
export function parseNewMapping(json: JsonObject, context: MappingContext): Mapping {
  const normal = wrapMappingError(() => normalizeMapping(json, context.limits.total_fields));
  return parseMapping(normal, context);
}

/** The error types that are wrapped. */
const mappingErrors: ReadonlySet<string> = new Set([
  'mapper_parsing_exception',
  'illegal_argument_exception',
]);

/** Runs `read`; reports an error in a mapping as the cause of another, except that it has too many fields. */
function wrapMappingError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError) || error instanceof TooManyFields) throw error;
    if (!mappingErrors.has(error.type)) throw error;
    throw new ServiceError('mapper_parsing_exception', `Failed to parse mapping: ${error.reason}`, {
      cause: { type: error.type, reason: error.reason },
    });
  }
}
