import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, showJson } from '../../base/json.ts';
import { ifOutside } from '../../base/outside.ts';
import { refuse, ServiceError } from '../../base/service-error.ts';

/** Throws mapper_parsing_exception. */
export function refuseMapping(reason: string): never {
  throw new ServiceError('mapper_parsing_exception', reason);
}

/** The error for a mapping with more fields, objects and aliases than its limit. */
export class TooManyFields extends ServiceError {
  constructor(limit: number) {
    super('illegal_argument_exception', `Limit of total fields [${limit}] has been exceeded`);
  }
}

/** Reads the parameters of a definition; `finish` refuses those that were not read. */
export class Parameters {
  readonly field: string;
  readonly type: string;
  readonly #definition: JsonObject;
  readonly #read = new Set<string>();

  constructor(definition: JsonObject, field: string, type: string) {
    this.#definition = definition;
    this.field = field;
    this.type = type;
    this.value('type');
  }

  value(name: string): JsonValue | undefined {
    this.#read.add(name);
    return this.#definition[name];
  }

  /** Returns the parameters of an object, which has none if it is not given. */
  object(name: string): Parameters {
    const value = this.value(name) ?? {};
    if (!isJsonObject(value) || this.#definition[name] === null) this.#wrong(name, 'an object');
    return new Parameters(value, name, 'object');
  }

  boolean(name: string, otherwise: boolean): boolean {
    const value = this.value(name);
    if (value === undefined) return otherwise;
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    return this.#wrong(name, `[true] or [false], but was [${showJson(value)}]`);
  }

  integer(name: string, otherwise: number): number {
    const value = this.value(name);
    if (value === undefined) return otherwise;
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isInteger(number) && number >= 0
      ? number
      : this.#wrong(name, `an integer of at least 0, but was [${showJson(value)}]`);
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'string') return value;
    return this.#wrong(name, 'a string');
  }

  /** Reads a string, a number or a boolean. */
  scalar(name: string): JsonValue | undefined {
    const value = this.value(name);
    if (typeof value !== 'object') return value;
    return this.#wrong(name, 'a string, a number or a boolean');
  }

  /** Reads an object of strings. */
  notes(name: string): void {
    const value = this.value(name) ?? {};
    const isRight =
      isJsonObject(value) && Object.values(value).every((note) => typeof note === 'string');
    if (!isRight || this.#definition[name] === null) this.#wrong(name, 'an object of strings');
  }

  /** Reads a name or an array of names. */
  names(name: string): readonly string[] {
    const value = this.value(name);
    if (value === undefined) return [];
    const given = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
    return given.map((item) =>
      typeof item === 'string' && item !== '' ? item : this.#wrong(name, 'names of fields'),
    );
  }

  finish(): void {
    const unknown = Object.keys(this.#definition).find((name) => !this.#read.has(name));
    if (unknown === undefined) return;
    refuseMapping(
      `unknown parameter [${unknown}] on mapper [${this.field}] of type [${this.type}]${ifOutside('mapping', unknown)}`,
    );
  }

  #wrong(name: string, expected: string): never {
    return refuse(
      `Failed to parse parameter [${name}] of field [${this.field}]: expected ${expected}`,
    );
  }
}
