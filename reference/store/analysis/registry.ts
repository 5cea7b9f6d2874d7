import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, showJson } from '../../base/json.ts';
import { ifOutside } from '../../base/outside.ts';
import { refuse } from '../../base/service-error.ts';
import type { Analyzer, TokenFilter, Tokenizer } from './analyzer.ts';
import {
  builtInAnalyzers,
  createAnalyzer,
  englishStopWords,
  splitBy,
  stopFilter,
  tokenFilters,
  tokenizers,
  wholeText,
} from './analyzer.ts';

/** The analyzers and normalizers that the mapping of an index may name. */
export interface AnalyzerRegistry {
  readonly analyzer: (name: string) => Analyzer | undefined;
  readonly normalizer: (name: string) => Analyzer | undefined;
}

/** Takes `index.analysis` of the settings; throws illegal_argument_exception if it is invalid. */
export function createRegistry(analysis: JsonObject): AnalyzerRegistry {
  checkMembers(analysis);
  const ownTokenizers = readMembers(analysis, 'tokenizer', readTokenizer);
  const ownFilters = readMembers(analysis, 'filter', readFilter);
  const findTokenizer = (name: string) => ownTokenizers.get(name) ?? tokenizers.get(name);
  const findFilter = (name: string) => ownFilters.get(name) ?? tokenFilters.get(name);

  const analyzers = readMembers(analysis, 'analyzer', (name, definition) =>
    readAnalyzer(name, definition, { findTokenizer, findFilter }),
  );
  const normalizers = readMembers(analysis, 'normalizer', (name, definition) => {
    checkKeys(`normalizer [${name}]`, definition, ['type', 'filter', 'char_filter']);
    const filters = readFilters(`normalizer [${name}]`, definition, findFilter);
    return createAnalyzer(name, wholeText, filters);
  });
  const lowercaseFilter = tokenFilters.get('lowercase') ?? ((term: string) => term);
  const plain = createAnalyzer('lowercase', wholeText, [lowercaseFilter]);
  return {
    analyzer: (name) => analyzers.get(name) ?? builtInAnalyzers.get(name),
    normalizer: (name) => normalizers.get(name) ?? (name === 'lowercase' ? plain : undefined),
  };
}

interface Parts {
  readonly findTokenizer: (name: string) => Tokenizer | undefined;
  readonly findFilter: (name: string) => TokenFilter | undefined;
}

function readAnalyzer(name: string, definition: JsonObject, parts: Parts): Analyzer {
  const where = `analyzer [${name}]`;
  const type = definition['type'] ?? 'custom';
  const built = builtInAnalyzers.get(showJson(type));
  if (built !== undefined) {
    checkKeys(where, definition, ['type', 'stopwords']);
    const words = definition['stopwords'];
    if (words === undefined) return { ...built, name };
    const stop = stopFilter(stopWords(where, words));
    return createAnalyzer(name, (text, emit) => built.walk(text, emit), [stop]);
  }
  if (type !== 'custom')
    return refuse(
      `Unknown analyzer type [${showJson(type)}] for [${name}]${ifOutside('analysis', showJson(type))}`,
    );
  checkKeys(where, definition, ['type', 'tokenizer', 'filter', 'position_increment_gap']);
  const tokenizerName = definition['tokenizer'];
  if (typeof tokenizerName !== 'string') {
    return refuse(`analyzer [${name}] must specify either an analyzer type, or a tokenizer`);
  }
  const tokenizer = parts.findTokenizer(tokenizerName);
  if (tokenizer === undefined) {
    return refuse(
      `Custom Analyzer [${name}] failed to find tokenizer under name [${tokenizerName}]${ifOutside('analysis', tokenizerName)}`,
    );
  }
  return createAnalyzer(name, tokenizer, readFilters(where, definition, parts.findFilter));
}

/** Maximum number of filters, each of which reads every term of a text. */
const maxFilters = 32;

function readFilters(
  where: string,
  definition: JsonObject,
  find: (name: string) => TokenFilter | undefined,
): readonly TokenFilter[] {
  const given = definition['filter'] ?? [];
  const names = Array.isArray(given) ? (given as readonly JsonValue[]) : [given];
  if (names.length > maxFilters) refuse(`${where} has more than [${maxFilters}] filters`);
  return names.map((filterName) => {
    const filter = typeof filterName === 'string' ? find(filterName) : undefined;
    return (
      filter ??
      refuse(
        `Custom ${where} failed to find filter under name [${showJson(filterName)}]${ifOutside('analysis', showJson(filterName))}`,
      )
    );
  });
}

function readTokenizer(name: string, definition: JsonObject): Tokenizer {
  const type = showJson(definition['type'] ?? '');
  if (type === 'pattern') {
    checkKeys(`tokenizer [${name}]`, definition, ['type', 'pattern']);
    return splitBy(readPattern(name, showJson(definition['pattern'] ?? '\\W+')));
  }
  checkKeys(`tokenizer [${name}]`, definition, ['type', 'max_token_length']);
  return (
    tokenizers.get(type) ??
    refuse(`Unknown tokenizer type [${type}] for [${name}]${ifOutside('analysis', type)}`)
  );
}

/** Patterns whose matching time is linear in the length of any text: one character class, or literal text. */
const safePattern = /^(?:\\[wWsSdD]\+?|[^\\^$.|?*+()[\]{}]+)$/;

function readPattern(name: string, pattern: string): RegExp {
  if (!safePattern.test(pattern)) {
    return refuse(
      `tokenizer [${name}] has the pattern [${pattern}]; one class (such as [\\W+]) or literal text is supported`,
    );
  }
  return new RegExp(pattern, 'gu');
}

function readFilter(name: string, definition: JsonObject): TokenFilter {
  const type = showJson(definition['type'] ?? '');
  checkKeys(`filter [${name}]`, definition, ['type', 'stopwords', 'preserve_original']);
  if (type === 'stop') {
    return stopFilter(stopWords(`filter [${name}]`, definition['stopwords'] ?? '_english_'));
  }
  return (
    tokenFilters.get(type) ??
    refuse(`Unknown filter type [${type}] for [${name}]${ifOutside('analysis', type)}`)
  );
}

function stopWords(where: string, given: JsonValue): ReadonlySet<string> {
  if (given === '_english_') return englishStopWords;
  if (given === '_none_') return new Set();
  const words = Array.isArray(given) ? (given as readonly JsonValue[]) : [given];
  return new Set(
    words.map((word) =>
      typeof word === 'string' ? word : refuse(`${where} has a stop word that is not a string`),
    ),
  );
}

function readMembers<T>(
  analysis: JsonObject,
  kind: string,
  read: (name: string, definition: JsonObject) => T,
): ReadonlyMap<string, T> {
  const members = analysis[kind] ?? {};
  if (!isJsonObject(members)) return refuse(`[index.analysis.${kind}] must be an object`);
  return new Map(
    Object.entries(members).map(([name, definition]) => [
      name,
      isJsonObject(definition)
        ? read(name, definition)
        : refuse(`[index.analysis.${kind}.${name}] must be an object`),
    ]),
  );
}

function checkMembers(analysis: JsonObject): void {
  checkKeys('index.analysis', analysis, ['analyzer', 'normalizer', 'tokenizer', 'filter']);
}

function checkKeys(where: string, given: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined)
    refuse(`${where} has an unknown parameter [${unknown}]${ifOutside('analysis', unknown)}`);
}
