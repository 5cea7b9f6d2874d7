import { checkDateFormat } from '../../base/dates/dates.ts';
import { checkLocale } from '../../base/dates/locale-names.ts';
import { defaultDateFormat, defaultDateNanosFormat } from '../../base/dates/named-formats.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, showJson } from '../../base/json.ts';
import { ifOutside, outside } from '../../base/outside.ts';
import { refuse } from '../../base/service-error.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { AnalyzerRegistry } from '../analysis/registry.ts';
import type { AliasField, KeywordField, LeafField, TextField } from '../field-type.ts';
import { fieldTypes, numberTypes, rangeTypes } from '../field-type.ts';
import { Parameters, refuseMapping } from './parameters.ts';

/** The position of a field definition in the mapping. */
export interface FieldPosition {
  /** Full path. */
  readonly name: string;
  readonly nestedPath: string | undefined;
  /** True for a multi-field. */
  readonly multi: boolean;
}

type Base = Omit<KeywordField, 'type' | 'ignore_above' | 'normalizer'>;

/** Parses the definition of a leaf field; throws mapper_parsing_exception if it is invalid. */
export function parseLeaf(
  definition: JsonObject,
  position: FieldPosition,
  registry: AnalyzerRegistry,
): LeafField {
  const type = showJson(definition['type']);
  const parameters = new Parameters(definition, position.name, type);
  const base = parseBase(definition, parameters, { position, registry });
  const field = parseTyped(type, base, { parameters, registry });
  if (field === undefined) {
    return refuseMapping(
      `No handler for type [${type}] declared on field [${lastPart(position.name)}]${outside('field type', type, fieldTypes)}`,
    );
  }
  parameters.finish();
  return field;
}

/** Parses the definition of an alias. */
export function parseAlias(definition: JsonObject, position: FieldPosition): AliasField {
  const parameters = new Parameters(definition, position.name, 'alias');
  const path = parameters.text('path');
  if (path === undefined) {
    return refuseMapping(`The [path] property must be specified for field [${position.name}].`);
  }
  parameters.finish();
  return { type: 'alias', name: position.name, path, definition };
}

/**
 * Reads the definition by its type (index.type-keyword, index.type-text, index.type-integer, index.type-numeric-others,
 * index.type-date, index.type-date-nanos, index.type-date-range, index.other-field-types); undefined for an unknown
 * type.
 */
function parseTyped(
  type: string,
  base: Base,
  tools: { readonly parameters: Parameters; readonly registry: AnalyzerRegistry },
): LeafField | undefined {
  const { parameters } = tools;
  switch (type) {
    case 'keyword':
      return parseKeyword(base, tools);
    case 'text':
      return parseText(base, tools);
    case 'boolean':
    case 'ip':
      return { ...base, type };
    case 'date':
    case 'date_nanos': {
      const standard = type === 'date' ? defaultDateFormat : defaultDateNanosFormat;
      const locale = readLocale(parameters);
      return { ...base, type, locale, format: readFormat(parameters, standard) };
    }
    default:
      return parseNumberOrRange(type, base, parameters);
  }
}

function parseNumberOrRange(
  type: string,
  base: Base,
  parameters: Parameters,
): LeafField | undefined {
  const number = numberTypes.find((name) => name === type);
  if (number !== undefined) {
    const given = number === 'scaled_float' ? parameters.scalar('scaling_factor') : 1;
    const factor = typeof given === 'boolean' ? Number.NaN : Number(given);
    if (!(factor > 0) || !Number.isFinite(factor)) {
      return refuseMapping(
        `Field [${base.name}] misses required parameter [scaling_factor], a number above 0`,
      );
    }
    return {
      ...base,
      type: number,
      scaling_factor: factor,
      coerce: parameters.boolean('coerce', true),
    };
  }
  const range = rangeTypes.find((name) => name === type);
  if (range === undefined) return undefined;
  const format = range === 'date_range' ? readFormat(parameters, defaultDateFormat) : '';
  return { ...base, type: range, format, coerce: parameters.boolean('coerce', true) };
}

function parseBase(
  definition: JsonObject,
  parameters: Parameters,
  { position, registry }: { readonly position: FieldPosition; readonly registry: AnalyzerRegistry },
): Base {
  const copyTo = parameters.names('copy_to');
  parameters.acceptFlags('store');
  parameters.notes('meta');
  return {
    name: position.name,
    nestedPath: position.nestedPath,
    indexed: parameters.boolean('index', true),
    doc_values: parameters.boolean('doc_values', true),
    copy_to: [...new Set(copyTo)],
    fields: parseMultiFields(parameters, position, registry),
    ignore_malformed: parameters.boolean('ignore_malformed', false),
    null_value: parameters.scalar('null_value'),
    definition,
  };
}

function parseMultiFields(
  parameters: Parameters,
  position: FieldPosition,
  registry: AnalyzerRegistry,
): readonly LeafField[] {
  const given = parameters.value('fields');
  if (given === undefined) return [];
  if (!isJsonObject(given)) {
    return refuseMapping(`expected map for property [fields] on field [${position.name}]`);
  }
  return Object.entries(given).map(([name, definition]) => {
    const path = `${position.name}.${name}`;
    if (!isJsonObject(definition)) {
      return refuseMapping(`illegal field [${name}], only fields can be specified inside fields`);
    }
    const type = definition['type'];
    if (position.multi) {
      return refuse(
        `Encountered a multi-field [${name}] which itself contains a multi-field. Defining chained multi-fields is not supported.`,
      );
    }
    if (type === undefined) return refuseMapping(`no type specified for property [${name}]`);
    if (type === 'object' || type === 'nested' || type === 'alias') {
      return refuseMapping(`Type [${type}] cannot be used in multi field`);
    }
    return parseLeaf(definition, { ...position, name: path, multi: true }, registry);
  });
}

function parseKeyword(
  base: Base,
  {
    parameters,
    registry,
  }: { readonly parameters: Parameters; readonly registry: AnalyzerRegistry },
): KeywordField {
  const name = parameters.text('normalizer');
  const normalizer = name === undefined ? undefined : registry.normalizer(name);
  if (name !== undefined && normalizer === undefined) {
    return refuseMapping(`normalizer [${name}] not found for field [${lastPart(base.name)}]`);
  }
  parameters.acceptFlags('eager_global_ordinals', 'norms');
  return {
    ...base,
    type: 'keyword',
    normalizer,
    ignore_above: parameters.integer('ignore_above', 2 ** 31 - 1),
  };
}

/**
 * Reads the analyzers of a text field (index.mapping-analyzer, index.mapping-search-analyzer, index.analyzer-names).
 */
function parseText(
  base: Base,
  {
    parameters,
    registry,
  }: { readonly parameters: Parameters; readonly registry: AnalyzerRegistry },
): TextField {
  const find = (name: string): Analyzer =>
    registry.analyzer(name) ??
    refuse(`analyzer [${name}] has not been configured in mappings${ifOutside('analysis', name)}`);
  const name = parameters.text('analyzer');
  const analyzer = find(name ?? 'default');
  const searchName = parameters.text('search_analyzer');
  parameters.acceptFlags('norms', 'eager_global_ordinals');
  if (parameters.boolean('fielddata', false)) {
    return refuseMapping(`Field [${base.name}]: [fielddata] true is not supported on [text]`);
  }
  return {
    ...base,
    type: 'text',
    doc_values: false,
    analyzer,
    search_analyzer:
      searchName === undefined ? searchAnalyzer(registry, analyzer, name) : find(searchName),
  };
}

/** Returns the search analyzer: for a field without its own analyzers, `default_search` if the settings define it. */
function searchAnalyzer(
  registry: AnalyzerRegistry,
  analyzer: Analyzer,
  name: string | undefined,
): Analyzer {
  return name === undefined ? (registry.analyzer('default_search') ?? analyzer) : analyzer;
}

function readFormat(parameters: Parameters, otherwise: string): string {
  const format = parameters.text('format') ?? otherwise;
  parameters.checked('format', () => checkDateFormat(format));
  return format;
}

/** Reads the language of a date format; the root locale, which is the default, is written `ROOT` or as an empty text. */
function readLocale(parameters: Parameters): string | undefined {
  const locale = parameters.text('locale');
  if (locale === undefined || /^(?:root)?$/i.test(locale)) return undefined;
  return checkLocale(locale.replaceAll('_', '-'));
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
