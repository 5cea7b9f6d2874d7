import { checkDateFormat } from '../../base/dates/dates.ts';
import { checkLocale } from '../../base/dates/locale-names.ts';
import { defaultDateFormat, defaultDateNanosFormat } from '../../base/dates/named-formats.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, showJson } from '../../base/json.ts';
import { ifOutside, outside } from '../../base/outside.ts';
import { refuse, unlessRefused } from '../../base/service-error.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { AnalyzerRegistry } from '../analysis/registry.ts';
import type { AliasField, LeafField } from '../field-type.ts';
import { numberTypes, rangeTypes } from '../field-type.ts';
import { Parameters, refuseMapping } from './parameters.ts';

/** The position of a field definition in the mapping. */
export interface FieldPosition {
  /** Full path. */
  readonly name: string;
  readonly nestedPath: string | undefined;
  /** True for a multi-field. */
  readonly multi: boolean;
}

/** Reads the parameters that only fields of one type have. */
type TypeReader = (parameters: Parameters, registry: AnalyzerRegistry) => object;

/**
 * The readers by type (index.type-keyword, index.type-text, index.type-integer, index.type-numeric-others,
 * index.type-date, index.type-date-nanos, index.type-date-range, index.other-field-types).
 */
const typeReaders: ReadonlyMap<string, TypeReader> = new Map<string, TypeReader>([
  ['boolean', () => ({})],
  ['date', (parameters) => dateParameters(parameters, defaultDateFormat)],
  ['date_nanos', (parameters) => dateParameters(parameters, defaultDateNanosFormat)],
  ['ip', () => ({})],
  ['keyword', keywordParameters],
  ['text', textParameters],
  ...numberTypes.map((type) => [type, numberParameters] as const),
  ...rangeTypes.map((type) => [type, rangeParameters] as const),
  ['date_range', (parameters) => ({ ...rangeParameters(parameters), ...formatOf(parameters) })],
]);

/** Parses the definition of a leaf field; throws mapper_parsing_exception if it is invalid. */
export function parseLeaf(
  definition: JsonObject,
  position: FieldPosition,
  registry: AnalyzerRegistry,
): LeafField {
  const { name, nestedPath } = position;
  const type = showJson(definition['type']);
  const readType = typeReaders.get(type);
  if (readType === undefined) {
    const served = ['alias', 'nested', 'object', ...typeReaders.keys()];
    return refuseMapping(
      `No handler for type [${type}] declared on field [${lastPart(name)}]${outside('field type', type, served)}`,
    );
  }
  const parameters = new Parameters(definition, name, type);
  parameters.boolean('store', false);
  parameters.notes('meta');
  const field = {
    type,
    name,
    nestedPath,
    indexed: parameters.boolean('index', true),
    doc_values: parameters.boolean('doc_values', true),
    copy_to: [...new Set(parameters.names('copy_to'))],
    fields: parseMultiFields(parameters, position, registry),
    ignore_malformed: parameters.boolean('ignore_malformed', false),
    null_value: parameters.scalar('null_value'),
    definition,
    ...readType(parameters, registry),
  };
  parameters.finish();
  return field as unknown as LeafField;
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

function numberParameters(parameters: Parameters): object {
  const coerce = parameters.boolean('coerce', true);
  if (parameters.type !== 'scaled_float') return { coerce, scaling_factor: 1 };
  const given = parameters.scalar('scaling_factor');
  const factor = typeof given === 'boolean' ? Number.NaN : Number(given);
  if (factor > 0 && Number.isFinite(factor)) return { coerce, scaling_factor: factor };
  return refuseMapping(
    `Field [${parameters.field}] misses required parameter [scaling_factor], a number above 0`,
  );
}

function rangeParameters(parameters: Parameters): object {
  return { format: '', coerce: parameters.boolean('coerce', true) };
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

function keywordParameters(parameters: Parameters, registry: AnalyzerRegistry): object {
  const name = parameters.text('normalizer');
  const normalizer = name === undefined ? undefined : registry.normalizer(name);
  if (name !== undefined && normalizer === undefined) {
    return refuseMapping(
      `normalizer [${name}] not found for field [${lastPart(parameters.field)}]`,
    );
  }
  parameters.boolean('norms', false);
  return { normalizer, ignore_above: parameters.integer('ignore_above', 2 ** 31 - 1) };
}

/**
 * Reads the analyzers of a text field (index.mapping-analyzer, index.mapping-search-analyzer, index.analyzer-names). A field
 * without its own is searched with `default_search`, if the settings define it.
 */
function textParameters(parameters: Parameters, registry: AnalyzerRegistry): object {
  const find = (name: string): Analyzer =>
    registry.analyzer(name) ??
    refuse(`analyzer [${name}] has not been configured in mappings${ifOutside('analysis', name)}`);
  const name = parameters.text('analyzer');
  const analyzer = find(name ?? 'default');
  const searchName = parameters.text('search_analyzer');
  parameters.boolean('norms', true);
  if (parameters.boolean('fielddata', false)) {
    return refuseMapping(
      `Field [${parameters.field}]: [fielddata] true is not supported on [text]`,
    );
  }
  const bySettings = name === undefined ? registry.analyzer('default_search') : undefined;
  const search = searchName === undefined ? (bySettings ?? analyzer) : find(searchName);
  return { doc_values: false, analyzer, search_analyzer: search };
}

function dateParameters(parameters: Parameters, standard: string): object {
  return { ...formatOf(parameters, standard), locale: localeOf(parameters) };
}

function formatOf(parameters: Parameters, standard = defaultDateFormat): object {
  const format = parameters.text('format') ?? standard;
  const check = () => checkDateFormat(format);
  unlessRefused(check, ({ reason }) =>
    refuse(`Error parsing [format] on field [${parameters.field}]: ${reason}`),
  );
  return { format };
}

/** Reads the language of a date format; the root locale, which is the default, is written `ROOT` or as an empty text. */
function localeOf(parameters: Parameters): string | undefined {
  const locale = parameters.text('locale');
  if (locale === undefined || /^(?:root)?$/i.test(locale)) return undefined;
  return checkLocale(locale.replaceAll('_', '-'));
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
