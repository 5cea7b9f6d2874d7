import type { JsonValue } from '../../base/json.ts';
import { showJson } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import type { KeywordField, LeafField, NumberField, RangeField } from '../field-type.ts';
import { isDateField, isNumberField, isRangeField } from '../field-type.ts';
import { encodeIp } from '../ip.ts';
import type { IndexValue } from '../parsed-document.ts';
import { readDateValue } from './dates.ts';
import { readNumber } from './numbers.ts';
import { readRange } from './ranges.ts';

const maxTerm_bytes = 32_766;
/** The most characters of a text, whose terms are found in one turn. */
const maxText = 1_000_000;

/**
 * Converts a JSON value, neither null nor an array, to the form that its field indexes; returns undefined if the value
 * is not indexed (ignore_above, an empty boolean text). Throws a ServiceError.
 */
export function readValue(value: JsonValue, field: LeafField): IndexValue | undefined {
  if (isNumberField(field)) return readNumber(value, field);
  if (isRangeField(field)) return readRange(value, field);
  return readOther(value, field);
}

function readOther(
  value: JsonValue,
  field: Exclude<LeafField, NumberField | RangeField>,
): IndexValue | undefined {
  if (field.type === 'keyword') return readKeyword(readText(value), field);
  if (field.type === 'text') return readAnalyzed(value);
  if (isDateField(field)) return readDateValue(value, field);
  return field.type === 'ip' ? readIp(value) : readBoolean(value);
}

/** Returns the code of an address; throws a ServiceError for anything else. */
export function readIp(value: JsonValue): string {
  return encodeIp(readText(value)) ?? refuse(`'${showJson(value)}' is not an IP string literal.`);
}

function readText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return refuse(`Can't get text on a START_OBJECT`);
  return String(value);
}

function readAnalyzed(value: JsonValue): string {
  const text = readText(value);
  if (text.length <= maxText) return text;
  return refuse(`the text has more than the [${maxText}] characters that one may have`);
}

/** Returns a text as the normalizer of a keyword field leaves it. */
export function normalized(text: string, { normalizer }: KeywordField): string {
  if (normalizer === undefined) return text;
  return [...normalizer.tokens(text)].map(({ term }) => term).join('');
}

function readKeyword(text: string, field: KeywordField): string | undefined {
  if (text.length > field.ignore_above) return undefined;
  const term = normalized(text, field);
  if (term.length > maxTerm_bytes / 3 && Buffer.byteLength(term) > maxTerm_bytes) {
    return refuse(
      `Document contains at least one immense term in field="${field.name}" (whose UTF8 encoding is longer than the max length ${maxTerm_bytes})`,
    );
  }
  return term;
}

/** Returns 0 or 1; an empty text is false. Throws a ServiceError for anything else. */
export function readBoolean(value: JsonValue): number {
  if (value === true || value === 'true') return 1;
  if (value === false || value === 'false' || value === '') return 0;
  return refuse(
    `Failed to parse value [${showJson(value)}] as only [true] or [false] are allowed.`,
  );
}
