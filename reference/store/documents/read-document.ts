import { at, defined } from '../../base/assert.ts';
import type { JsonArray, JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, maxDepth } from '../../base/json.ts';
import type { Dynamic, FieldType, LeafField, ObjectField } from '../field-type.ts';
import { isObjectField, isRangeField } from '../field-type.ts';
import { ignoredField } from '../ignored-field.ts';
import type { Mapping } from '../mapping.ts';
import { ParsedFields } from '../parsed-document.ts';
import { readValue } from '../values/read-value.ts';
import { ValueProblem } from '../values/value-problem.ts';
import { copyValue } from './copy-to.ts';
import type { DocumentSource } from './document-problem.ts';
import {
  DocumentProblem,
  documentProblem,
  strictProblem,
  valueProblem,
} from './document-problem.ts';
import { DynamicFields } from './dynamic-fields.ts';

/** A document read with a mapping. */
export interface ReadDocument {
  readonly fields: ParsedFields;
  /**
   * The fields that the document adds to the mapping. If present, the document must be read again with the extended
   * mapping.
   */
  readonly addition: JsonObject | undefined;
}

/** The nested object that is being read, or the document itself (path undefined). */
export interface Scope {
  readonly path: string | undefined;
  readonly fields: ParsedFields;
}

/** What the values of an array or object belong to. */
type Target =
  | { readonly kind: 'members'; readonly object: ObjectField; readonly dynamic: Dynamic }
  | { readonly kind: 'elements'; readonly field: FieldType; readonly dynamic: Dynamic }
  /** A value that the mapping does not have yet, with the parts of its full path. */
  | { readonly kind: 'unknown'; readonly parts: readonly string[] };

/** The maximum number of values of one document, which is read in one turn. */
export const maxValues = 25_000;

/**
 * Reads the values of a document by the mapping of its index. Throws a ServiceError with the location of an
 * invalid value.
 */
export function readDocument(document: DocumentSource, mapping: Mapping): ReadDocument {
  return new DocumentReader(document, mapping).read();
}

/** Reads one document; an instance is used only once. */
export class DocumentReader {
  readonly document: DocumentSource;
  readonly mapping: Mapping;
  readonly dynamicFields: DynamicFields;
  /** The path of the value that is being read. */
  readonly path: (string | number)[] = [];
  readonly scopes: Scope[] = [{ path: undefined, fields: new ParsedFields() }];
  readonly #ignored = new Set<string>();
  #values = 0;

  constructor(document: DocumentSource, mapping: Mapping) {
    this.document = document;
    this.mapping = mapping;
    this.dynamicFields = new DynamicFields(mapping.options, document.written);
  }

  read(): ReadDocument {
    const { root } = this.mapping;
    const { fields } = at(this.scopes, 0);
    const dynamic = root.dynamic ?? 'true';
    try {
      if (root.enabled) this.#enter(this.document.body, { kind: 'members', object: root, dynamic });
    } catch (error) {
      throw error instanceof DocumentProblem ? error.located(this.document.text) : error;
    }
    for (const name of [...this.#ignored].sort()) fields.add(ignoredField, name);
    return { fields, addition: this.dynamicFields.toJson() };
  }

  /** Adds a value to a field and its multi-fields, in the scope of the field. */
  addValue(field: LeafField, value: JsonValue): void {
    this.#addOne(field, value);
    for (const multi of field.fields) this.#addOne(multi, value);
  }

  #addOne(field: LeafField, value: JsonValue): void {
    try {
      const isText = field.type === 'keyword' || field.type === 'text';
      const read = readValue(isText ? this.document.written(this.path, value) : value, field);
      if (read === undefined) this.#ignored.add(field.name);
      else this.#scopeOf(field.nestedPath).add(field, read);
    } catch (error) {
      // Before the error, which names a place in the text: a document may have many ignored values.
      if (field.ignore_malformed && error instanceof ValueProblem) this.#ignored.add(field.name);
      else throw valueProblem(this.path, this.document.id, { field, value, error });
    }
  }

  #scopeOf(path: string | undefined): ParsedFields {
    const scope = this.scopes.findLast((each) => each.path === path);
    if (scope !== undefined) return scope.fields;
    throw documentProblem(
      this.path,
      `no object of the nested field [${String(path)}] is open here`,
    );
  }

  /** Reads the values of an array or object, whose path is the present one. */
  #enter(values: JsonArray | JsonObject, target: Target): void {
    const { length: depth } = this.path;
    const { length: scopes } = this.scopes;
    for (const [key, value] of Array.isArray(values) ? values.entries() : Object.entries(values)) {
      this.path[depth] = key;
      if (++this.#values > maxValues) {
        throw documentProblem(
          this.path,
          `the document has more than the [${maxValues}] values that one may have`,
        );
      }
      this.#readNext(key, value as JsonValue, target);
      this.scopes.length = scopes;
    }
    this.path.length = depth;
  }

  #readNext(key: string | number, value: JsonValue, target: Target): void {
    if (target.kind === 'members') this.#readMember(String(key), value, target);
    else if (target.kind === 'elements') this.#readField(target.field, value, target.dynamic);
    else {
      const { parts } = target;
      const isName = typeof key === 'string';
      this.#addUnknown(isName ? [...parts, ...key.split('.')] : parts, value);
    }
  }

  #readMember(
    name: string,
    value: JsonValue,
    within: { readonly object: ObjectField; readonly dynamic: Dynamic },
  ): void {
    const field = within.object.properties.get(name);
    if (field === undefined) this.#readUnknown(name, value, within);
    else this.#readField(field, value, within.dynamic);
  }

  #readUnknown(
    name: string,
    value: JsonValue,
    { object, dynamic }: { readonly object: ObjectField; readonly dynamic: Dynamic },
  ): void {
    const parts = name.split('.');
    if (parts.some((part) => part.trim() === '')) {
      throw documentProblem(
        this.path,
        name.trim() === ''
          ? 'field name cannot be an empty string'
          : `field name starting or ending with a [.] makes object resolution ambiguous: [${name}]`,
      );
    }
    if (parts.length > maxDepth) {
      throw documentProblem(
        this.path,
        `a field name has more than the maximum of [${maxDepth}] parts`,
      );
    }
    const first = object.properties.get(at(parts, 0));
    if (parts.length > 1 && first !== undefined) {
      this.#readDotted(first, parts.slice(1), { value, dynamic });
    } else this.#addField(parts, value, { within: object.name, dynamic });
  }

  /** Reads `{"a.b": …}` as `{"a": {"b": …}}`. */
  #readDotted(
    field: FieldType,
    rest: readonly string[],
    { value, dynamic }: { readonly value: JsonValue; readonly dynamic: Dynamic },
  ): void {
    if (!isObjectField(field)) {
      throw documentProblem(
        this.path,
        `Could not dynamically add mapping for field [${field.name}.${rest.join('.')}]. Existing mapping for [${field.name}] must be of type object but found [${field.type}].`,
      );
    }
    if (!field.enabled) return;
    this.#openScope(field);
    const inner = field.dynamic ?? dynamic;
    const more = rest.slice(1);
    const member = field.properties.get(at(rest, 0));
    if (member === undefined) this.#addField(rest, value, { within: field.name, dynamic: inner });
    else if (more.length === 0) this.#readField(member, value, inner);
    else this.#readDotted(member, more, { value, dynamic: inner });
  }

  /**
   * Handles an unmapped field according to `dynamic`: it is added (index.dynamic-default, index.dynamic-true), ignored
   * but kept in the source (index.dynamic-false-documents), or refused with the whole document
   * (index.dynamic-strict-documents).
   */
  #addField(
    parts: readonly string[],
    value: JsonValue,
    { within, dynamic }: { readonly within: string; readonly dynamic: Dynamic },
  ): void {
    if (dynamic === 'false') return;
    if (dynamic === 'strict') {
      throw strictProblem(this.path, { member: at(parts, 0), within });
    }
    const prefix = within === '' ? [] : within.split('.');
    this.#addUnknown([...prefix, ...parts], value);
  }

  /** Adds the fields of a value to the mapping. */
  #addUnknown(parts: readonly string[], value: JsonValue): void {
    if (Array.isArray(value)) this.#enter(value as JsonArray, { kind: 'unknown', parts });
    else if (!isJsonObject(value)) this.dynamicFields.addLeaf(parts, value, this.path);
    else if (this.dynamicFields.addObject(parts)) this.#enter(value, { kind: 'unknown', parts });
  }

  #readField(field: FieldType, value: JsonValue, dynamic: Dynamic): void {
    if (isObjectField(field)) this.#readObject(field, value, dynamic);
    else if (field.type === 'alias') {
      throw documentProblem(this.path, `Cannot write to a field alias [${field.name}].`);
    } else this.#readLeaf(field, value, dynamic);
  }

  #readObject(field: ObjectField, value: JsonValue, dynamic: Dynamic): void {
    if (value === null || !field.enabled) return;
    if (Array.isArray(value)) {
      this.#enter(value as JsonArray, { kind: 'elements', field, dynamic });
    } else if (isJsonObject(value)) {
      this.#openScope(field);
      const inner = field.dynamic ?? dynamic;
      this.#enter(value, { kind: 'members', object: field, dynamic: inner });
    } else {
      const name = field.name.slice(field.name.lastIndexOf('.') + 1);
      throw documentProblem(
        this.path,
        `object mapping for [${field.name}] tried to parse field [${name}] as object, but found a concrete value`,
      );
    }
  }

  /**
   * Reads the value of a field, or each value of an array (index.multi-valued-field). Objects cannot be copied: an
   * object in a field with `copy_to` is refused (copy-to.date-range-not-copied, copy-to.date-range-answer).
   */
  #readLeaf(field: LeafField, value: JsonValue, dynamic: Dynamic): void {
    if (Array.isArray(value)) {
      this.#enter(value as JsonArray, { kind: 'elements', field, dynamic });
      return;
    }
    if (value === null) {
      if (field.null_value !== undefined) this.addValue(field, field.null_value);
      return;
    }
    if (field.copy_to.length > 0) {
      if (isRangeField(field) || isJsonObject(value)) {
        throw documentProblem(
          this.path,
          `Cannot copy field [${field.name}] to fields [${field.copy_to.join(', ')}]. Copy-to currently only works for value-type fields, not objects.`,
        );
      }
      this.addValue(field, value);
      for (const target of field.copy_to) copyValue(this, value, target);
    } else this.addValue(field, value);
  }

  /** Opens the scope of a nested object; it ends with the value that is being read. */
  #openScope(field: ObjectField): void {
    if (field.type !== 'nested') return;
    const outer = defined(this.scopes.at(-1), 'scope');
    const fields = new ParsedFields();
    outer.fields.nested.push({ path: field.name, fields });
    this.scopes.push({ path: field.name, fields });
  }
}
