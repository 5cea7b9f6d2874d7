import { madeOnce } from '../../base/lazily.ts';
import { defined } from '../../base/assert.ts';
import { parseInstant } from '../../base/dates/dates.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { JsonPath } from '../../base/json-range.ts';
import { showJson } from '../../base/json.ts';
import { unlessRefused } from '../../base/service-error.ts';
import type { ReadWritten } from '../../base/written-numbers.ts';
import type { MappingOptions } from '../mapping.ts';
import { TooManyFields } from '../mappings/parameters.ts';

/** An added object: its members by name, each an object or the definition of a field. */
type Addition = Map<string, Addition | JsonObject>;

/** Collects the fields that a document adds to the mapping; the first value of a path determines its type. */
export class DynamicFields {
  readonly #root: Addition = new Map();
  readonly #options: MappingOptions;
  readonly #written: ReadWritten;
  #added = 0;

  /** Takes the options of the mapping, and how numbers are written in the document: `1.0` is not `1`. */
  constructor(options: MappingOptions, written: ReadWritten) {
    this.#options = options;
    this.#written = written;
  }

  /** Adds an object and returns true; returns false if a part of its path is a leaf. */
  addObject(parts: readonly string[]): boolean {
    return this.#objectAt(parts) !== undefined;
  }

  /**
   * Adds a field with the type of a value, which is neither an array nor an object. Takes the parts of its full path,
   * the value, and the path of the value in the document. Throws illegal_argument_exception if more fields are added
   * than a mapping may have.
   */
  addLeaf(parts: readonly string[], value: JsonValue, path: JsonPath): void {
    if (value === null) return;
    const name = defined(parts.at(-1), 'name of a field');
    const parent = this.#objectAt(parts, parts.length - 1);
    if (parent === undefined || parent.has(name)) return;
    if (++this.#added > this.#options.maxFields) throw new TooManyFields(this.#options.maxFields);
    parent.set(name, this.#definitionFor(value, path));
  }

  /** The addition as the JSON of a mapping; undefined if there is none. */
  toJson(): JsonObject | undefined {
    return this.#root.size === 0 ? undefined : toMapping(this.#root);
  }

  /** Returns the object at the first parts of a path and creates it if missing; undefined if one of them is a leaf. */
  #objectAt(parts: readonly string[], length = parts.length): Addition | undefined {
    let object = this.#root;
    for (const [at, part] of parts.entries()) {
      if (at === length) break;
      const member = madeOnce(object, part, () => new Map());
      if (!(member instanceof Map)) return undefined;
      object = member;
    }
    return object;
  }

  #definitionFor(value: JsonValue, path: JsonPath): JsonObject {
    const { integer, fraction } = this.#options.dynamicTypes;
    if (typeof value === 'boolean') return { type: 'boolean' };
    if (typeof value === 'bigint') {
      return { type: BigInt.asIntN(64, value) === value ? 'long' : fraction };
    }
    if (typeof value === 'number') {
      const written = showJson(this.#written(path, value));
      if (!Number.isInteger(value) || /[.eE]/.test(written)) return { type: fraction };
      return { type: value === (value | 0) ? integer : 'long' };
    }
    return this.#definitionForText(showJson(value));
  }

  #definitionForText(text: string): JsonObject {
    const { fraction, text: type } = this.#options.dynamicTypes;
    const isNumber = text.trim() !== '' && Number.isFinite(Number(text));
    if (this.#options.numeric_detection && isNumber) {
      return { type: /^[+-]?\d+$/.test(text) ? 'long' : fraction };
    }
    const format = isNumber || !this.#options.date_detection ? undefined : this.#dateFormat(text);
    if (format === 'strict_date_optional_time') return { type: 'date' };
    if (format !== undefined) return { type: 'date', format };
    return type;
  }

  #dateFormat(text: string): string | undefined {
    const formats = this.#options.dynamic_date_formats;
    const found = formats.find((format) => isDate(text, format));
    // A date in one of the formats with slashes makes the field accept all of them.
    return found?.startsWith('yyyy/') === true
      ? `${formats.filter((format) => format.startsWith('yyyy/')).join('||')}||epoch_millis`
      : found;
  }
}

function isDate(text: string, format: string): boolean {
  const instant = () => (text.length > 64 ? undefined : parseInstant(text, format));
  return unlessRefused(instant, () => undefined) !== undefined;
}

function toMapping(object: Addition): JsonObject {
  const properties = [...object].map(
    ([name, member]) => [name, member instanceof Map ? toMapping(member) : member] as const,
  );
  return { properties: Object.fromEntries(properties) };
}
