import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, showJson } from '../../base/json.ts';
import { ifOutside } from '../../base/outside.ts';
import { refuse } from '../../base/service-error.ts';
import type { Analyzer, TokenFilter, Tokenizer } from './analyzer.ts';
import {
  builtInAnalyzers,
  createAnalyzer,
  englishStopWords,
  lowercaseNormalizer,
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
  checkKeys('index.analysis', analysis, ['analyzer', 'normalizer', 'tokenizer', 'filter']);
  const parts: Parts = {
    tokenizers: new Map([...tokenizers, ...readMembers(analysis, 'tokenizer', readTokenizer)]),
    filters: new Map([...tokenFilters, ...readMembers(analysis, 'filter', readFilter)]),
  };
  const analyzers = readMembers(analysis, 'analyzer', (name, definition) =>
    readAnalyzer(name, definition, parts),
  );
  const normalizers = readMembers(analysis, 'normalizer', (name, definition) => {
    checkKeys(`normalizer [${name}]`, definition, ['type', 'filter']);
    const filters = readFilters(`normalizer [${name}]`, definition, parts);
    return createAnalyzer(name, wholeText, filters);
  });
  return {
    analyzer: (name) => analyzers.get(name) ?? builtInAnalyzers.get(name),
    normalizer: (name) =>
      normalizers.get(name) ?? (name === 'lowercase' ? lowercaseNormalizer : undefined),
  };
}

function* termsOf(analyzer: Analyzer, text: string): Iterable<string> {
  for (const { term } of analyzer.tokens(text)) yield term;
}

/** The tokenizers and filters that analyzers may name. */
interface Parts {
  readonly tokenizers: ReadonlyMap<string, Tokenizer>;
  readonly filters: ReadonlyMap<string, TokenFilter>;
}

function readAnalyzer(name: string, definition: JsonObject, parts: Parts): Analyzer {
  const where = `analyzer [${name}]`;
  const type = showJson(definition['type'] ?? 'custom');
  const built = builtInAnalyzers.get(type);
  if (built !== undefined) {
    checkKeys(where, definition, ['type', 'stopwords']);
    const words = definition['stopwords'];
    if (words === undefined) return { ...built, name };
    const stop = stopFilter(stopWords(where, words));
    return createAnalyzer(name, (text) => termsOf(built, text), [stop]);
  }
  if (type !== 'custom') {
    return refuse(`Unknown analyzer type [${type}] for [${name}]${ifOutside('analysis', type)}`);
  }
  checkKeys(where, definition, ['type', 'tokenizer', 'filter']);
  const tokenizerName = definition['tokenizer'];
  if (typeof tokenizerName !== 'string') {
    return refuse(`${where} must specify either an analyzer type, or a tokenizer`);
  }
  const tokenizer =
    parts.tokenizers.get(tokenizerName) ??
    refuse(
      `Custom Analyzer [${name}] failed to find tokenizer under name [${tokenizerName}]${ifOutside('analysis', tokenizerName)}`,
    );
  return createAnalyzer(name, tokenizer, readFilters(where, definition, parts));
}

/** Maximum number of filters, each of which reads every term of a text. */
const maxFilters = 32;

function readFilters(
  where: string,
  definition: JsonObject,
  { filters }: Parts,
): readonly TokenFilter[] {
  const names = listOf(definition['filter'] ?? []);
  if (names.length > maxFilters) refuse(`${where} has more than [${maxFilters}] filters`);
  return names.map((given) => {
    const name = showJson(given);
    return (
      (typeof given === 'string' ? filters.get(given) : undefined) ??
      refuse(
        `Custom ${where} failed to find filter under name [${name}]${ifOutside('analysis', name)}`,
      )
    );
  });
}

function listOf(given: JsonValue): readonly JsonValue[] {
  return Array.isArray(given) ? given : [given];
}

function readTokenizer(name: string, definition: JsonObject): Tokenizer {
  const type = showJson(definition['type'] ?? '');
  if (type === 'pattern') {
    checkKeys(`tokenizer [${name}]`, definition, ['type', 'pattern']);
    return splitBy(readPattern(name, showJson(definition['pattern'] ?? '\\W+')));
  }
  checkKeys(`tokenizer [${name}]`, definition, ['type']);
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
  checkKeys(`filter [${name}]`, definition, ['type', 'stopwords']);
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
  return new Set(
    listOf(given).map((word) =>
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

function checkKeys(where: string, given: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined)
    refuse(`${where} has an unknown parameter [${unknown}]${ifOutside('analysis', unknown)}`);
}
