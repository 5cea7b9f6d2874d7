import { CORE_SCHEMA, intCoreTag, load } from 'js-yaml';
import type { JsonValue } from '../../base/json.ts';
import { maxDepth } from '../../base/json.ts';
import { decodeProblem } from './decode-problem.ts';
import { asJsonValue } from './json-value.ts';

/** Maximum number of aliases in a body. */
const maxAliases = 16;

/** The core schema of YAML 1.2, in which integers beyond the safe range keep all digits. */
const schema = CORE_SCHEMA.withTags({
  ...intCoreTag,
  resolve: (source, isExplicit, tagName) =>
    /^[-+]?\d{16,400}$/.test(source)
      ? BigInt(source.replace(/^\+/, ''))
      : intCoreTag.resolve(source, isExplicit, tagName),
});

/**
 * Decodes one value of YAML. Throws a ServiceError if the text is not YAML, contains more than one value, or is nested
 * too deep.
 */
export function decodeYaml(text: string): JsonValue {
  return asJsonValue(parse(text), 'yaml');
}

function parse(text: string): unknown {
  try {
    return load(text, { schema, maxDepth: maxDepth, maxAliases: maxAliases });
  } catch (error) {
    // Besides its own errors, the library throws a RangeError if the stack overflows.
    const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw decodeProblem('yaml', first);
  }
}
