import { decode, Tokenizer, Type } from 'cborg';
import { CORE_SCHEMA, intCoreTag, load } from 'js-yaml';
import type { JsonValue } from '../../base/json.ts';
import { maxDepth } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { DocumentFormat } from '../format.ts';
import { decodeSmile } from './decode-smile.ts';
import { asJsonValue, decodeProblem } from './json-value.ts';

/** Maximum size of a body in a format other than JSON: nothing else is answered while one is decoded. */
const max_bytes = 2 ** 20;

/**
 * Decodes the value of a body in a format other than JSON. Throws a ServiceError if the body is invalid or too large.
 *
 * query-formats.content-type-yaml, query-formats.content-type-cbor, query-formats.content-type-smile.
 */
export function decodeDocument(bytes: Buffer, format: Exclude<DocumentFormat, 'json'>): JsonValue {
  if (bytes.length > max_bytes) {
    throw new ServiceError(
      'content_too_long_exception',
      `a body in ${format} may have at most [${max_bytes}] bytes; send a longer one as JSON`,
    );
  }
  if (format === 'yaml') return decodeYaml(bytes.toString('utf8'));
  return format === 'cbor' ? decodeCbor(bytes) : decodeSmile(bytes);
}

const cborOptions = {
  rejectDuplicateMapKeys: true,
  allowUndefined: false,
  allowIndefinite: true,
  allowBigInt: true,
  retainStringBytes: true,
} as const;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads texts as they are: the library replaces what is not UTF-8, and drops a byte order mark. */
class ExactTexts extends Tokenizer {
  override next(): ReturnType<Tokenizer['next']> {
    const token = super.next();
    if (token.type === Type.string && token.byteValue) token.value = utf8.decode(token.byteValue);
    return token;
  }
}

/**
 * Decodes one value of CBOR. Throws a ServiceError if the bytes are not CBOR, contain more than one value, a repeated
 * member, a tag, text that is not UTF-8 or a name that is not text, or are nested too deep.
 */
function decodeCbor(bytes: Uint8Array): JsonValue {
  try {
    const tokenizer = new ExactTexts(bytes, cborOptions);
    return asJsonValue(decode(bytes, { ...cborOptions, tokenizer }), 'cbor');
  } catch (error) {
    // Very deep nesting overflows the stack.
    throw problemOf('cbor', error);
  }
}

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
function decodeYaml(text: string): JsonValue {
  try {
    return asJsonValue(load(text, { schema, maxDepth, maxAliases }), 'yaml');
  } catch (error) {
    throw problemOf('yaml', error);
  }
}

/** Returns the error for what a library threw: an error of its own, or a RangeError if the stack overflowed. */
function problemOf(format: DocumentFormat, error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
  return decodeProblem(format, first);
}
