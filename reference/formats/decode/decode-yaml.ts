import { CORE_SCHEMA, intCoreTag, load } from 'js-yaml';
import type { JsonValue } from '../../base/json.ts';
import { maxDepth } from '../../base/json.ts';
import { decodeProblem } from './decode-problem.ts';
import { asJsonValue } from './json-value.ts';

/** Greatest number of aliases in a body. */
const maxAliases = 16;

/** The words of YAML 1.2 and no others; integers beyond the safe range keep every digit. */
const schema = CORE_SCHEMA.withTags({
  ...intCoreTag,
  resolve: (source, isExplicit, tagName) =>
    /^[-+]?\d{16,}$/.test(source)
      ? BigInt(source.replace(/^\+/, ''))
      : intCoreTag.resolve(source, isExplicit, tagName),
});

/**
 * Takes a text; returns the one value of its YAML. Throws a ServiceError if it is not YAML, holds more than one
 * value, or nests too deep.
 */
export function decodeYaml(text: string): JsonValue {
  return asJsonValue(parse(text), 'yaml');
}

function parse(text: string): unknown {
  try {
    return load(text, { schema, maxDepth: maxDepth, maxAliases: maxAliases });
  } catch (error) {
    // The library throws errors of its own, and those of the platform where its stack ends.
    const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw decodeProblem('yaml', first);
  }
}
