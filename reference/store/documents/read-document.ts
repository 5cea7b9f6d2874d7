import { at, defined } from '../../base/assert.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { ReadWritten } from '../../base/written-numbers.ts';
import { writtenNumbers } from '../../base/written-numbers.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Dynamic, FieldType, LeafField, ObjectField } from '../field-type.ts';
import { isObjectField, isRangeField } from '../field-type.ts';
import { ignoredField } from '../ignored-field.ts';
import type { Mapping } from '../mapping.ts';
import { ParsedFields } from '../parsed-document.ts';
import { readValue } from '../values/read-value.ts';
import { copyValue } from './copy-to.ts';
import type { DocumentText } from './document-problem.ts';
import { documentError, strictError, valueError } from './document-problem.ts';
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

/**
 * Reads the values of a document by the mapping of its index. Throws a ServiceError with the location of an invalid
 * value.
 */
export function readDocument(
  document: DocumentText,
  body: JsonObject,
  mapping: Mapping,
): ReadDocument {
  const reader = new DocumentReader(document, mapping);
  return reader.read(body);
}

/** Reads one document; an instance is used only once. */
export class DocumentReader {
  readonly document: DocumentText;
  readonly mapping: Mapping;
  readonly dynamicFields: DynamicFields;
  /** The path of the value that is being read. */
  readonly path: (string | number)[] = [];
  readonly scopes: Scope[] = [{ path: undefined, fields: new ParsedFields() }];
  readonly #ignored: string[] = [];
  readonly #written: ReadWritten;

  constructor(document: DocumentText, mapping: Mapping) {
    this.document = document;
    this.mapping = mapping;
    this.dynamicFields = new DynamicFields(mapping.options, document.text);
    this.#written = writtenNumbers(document.text);
  }

  read(body: JsonObject): ReadDocument {
    const { root } = this.mapping;
    const { fields } = at(this.scopes, 0);
    if (root.enabled) this.#readMembers(body, root, root.dynamic ?? 'true');
    if (this.#ignored.length > 0) {
      for (const name of [...new Set(this.#ignored)].sort()) fields.add(ignoredField, name);
    }
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
      const read = readValue(isText ? this.#written(this.path, value) : value, field);
      if (read === undefined) this.#ignored.push(field.name);
      else this.#scopeOf(field.nestedPath).add(field, read);
    } catch (error) {
      const problem = valueError(this.document, this.path, { field, value, error });
      if (!field.ignore_malformed) throw problem;
      this.#ignored.push(field.name);
    }
  }

  #scopeOf(path: string | undefined): ParsedFields {
    const scope = this.scopes.findLast((each) => each.path === path);
    if (scope !== undefined) return scope.fields;
    throw documentError(
      this.document,
      this.path,
      `no object of the nested field [${String(path)}] is open here`,
    );
  }

  #readMembers(value: JsonObject, object: ObjectField, dynamic: Dynamic): void {
    for (const name of Object.keys(value)) {
      const member = value[name] ?? null;
      this.path.push(name);
      const field = object.properties.get(name);
      if (field === undefined) this.#readUnknown(name, member, { object, dynamic });
      else this.#readField(field, member, dynamic);
      this.path.pop();
    }
  }

  #readUnknown(
    name: string,
    value: JsonValue,
    { object, dynamic }: { readonly object: ObjectField; readonly dynamic: Dynamic },
  ): void {
    const parts = name.split('.');
    if (parts.some((part) => part.trim() === '')) {
      throw documentError(
        this.document,
        this.path,
        name.trim() === ''
          ? 'field name cannot be an empty string'
          : `field name starting or ending with a [.] makes object resolution ambiguous: [${name}]`,
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
      throw documentError(
        this.document,
        this.path,
        `Could not dynamically add mapping for field [${field.name}.${rest.join('.')}]. Existing mapping for [${field.name}] must be of type object but found [${field.type}].`,
      );
    }
    if (!field.enabled) return;
    this.#inScope(field, () => {
      const inner = field.dynamic ?? dynamic;
      const more = rest.slice(1);
      const member = field.properties.get(at(rest, 0));
      if (member === undefined) this.#addField(rest, value, { within: field.name, dynamic: inner });
      else if (more.length === 0) this.#readField(member, value, inner);
      else this.#readDotted(member, more, { value, dynamic: inner });
    });
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
      throw strictError(this.document, this.path, { member: at(parts, 0), within });
    }
    const prefix = within === '' ? [] : within.split('.');
    this.dynamicFields.add([...prefix, ...parts], value, this.path);
  }

  #readField(field: FieldType, value: JsonValue, dynamic: Dynamic): void {
    if (isObjectField(field)) this.#readObject(field, value, dynamic);
    else if (field.type === 'alias') {
      throw documentError(
        this.document,
        this.path,
        `Cannot write to a field alias [${field.name}].`,
      );
    } else this.#readLeaf(field, value);
  }

  #readObject(field: ObjectField, value: JsonValue, dynamic: Dynamic): void {
    if (value === null || !field.enabled) return;
    if (Array.isArray(value)) {
      this.#forEach(value, (item) => this.#readObject(field, item, dynamic));
    } else if (isJsonObject(value)) {
      const inner = field.dynamic ?? dynamic;
      this.#inScope(field, () => this.#readMembers(value, field, inner));
    } else {
      const name = field.name.slice(field.name.lastIndexOf('.') + 1);
      throw documentError(
        this.document,
        this.path,
        `object mapping for [${field.name}] tried to parse field [${name}] as object, but found a concrete value`,
      );
    }
  }

  /**
   * Reads the value of a field, or each value of an array (index.multi-valued-field). Objects cannot be copied: an
   * object in a field with `copy_to` is refused (copy-to.date-range-not-copied, copy-to.date-range-answer).
   */
  #readLeaf(field: LeafField, value: JsonValue): void {
    if (Array.isArray(value)) {
      this.#forEach(value, (item) => this.#readLeaf(field, item));
      return;
    }
    if (value === null) {
      if (field.null_value !== undefined) this.addValue(field, field.null_value);
      return;
    }
    if (field.copy_to.length > 0) {
      if (isRangeField(field) || isJsonObject(value)) {
        throw documentError(
          this.document,
          this.path,
          `Cannot copy field [${field.name}] to fields [${field.copy_to.join(', ')}]. Copy-to currently only works for value-type fields, not objects.`,
        );
      }
      this.addValue(field, value);
      for (const target of field.copy_to) copyValue(this, value, target);
    } else this.addValue(field, value);
  }

  #forEach(items: readonly JsonValue[], read: (item: JsonValue) => void): void {
    for (const [position, item] of items.entries()) {
      this.path.push(position);
      read(item);
      this.path.pop();
    }
  }

  #inScope(field: ObjectField, read: () => void): void {
    if (field.type !== 'nested') return read();
    const outer = defined(this.scopes.at(-1), 'scope');
    const fields = new ParsedFields();
    outer.fields.nested.push({ path: field.name, fields });
    this.scopes.push({ path: field.name, fields });
    read();
    this.scopes.pop();
  }
}
