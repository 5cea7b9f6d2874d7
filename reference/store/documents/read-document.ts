import { at, defined } from '../../base/assert.ts';
import type { JsonArray, JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, maxDepth, maxSize, showJson } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Dynamic, FieldType, LeafField, ObjectField } from '../field-type.ts';
import { isObjectField, isRangeField } from '../field-type.ts';
import { ignoredField } from '../ignored-field.ts';
import type { Mapping } from '../mapping.ts';
import { ParsedFields } from '../parsed-document.ts';
import { readValue } from '../values/read-value.ts';
import { copyValue } from './copy-to.ts';
import type { DocumentSource } from './document-problem.ts';
import { DocumentProblem, strictProblem } from './document-problem.ts';
import { DynamicFields } from './dynamic-fields.ts';

/** The nested object that is being read, or the document itself (path undefined). */
export interface Scope {
  readonly path: string | undefined;
  readonly fields: ParsedFields;
}

/** The object that is being read; `dynamic` holds for its unmapped members. */
interface Within {
  readonly object: ObjectField;
  readonly dynamic: Dynamic;
}

/** The most characters of a value that an error shows. */
const maxPreview = 100;

/**
 * Reads the values of a document by the mapping of its index. Returns also the fields that it adds to the mapping: if there
 * are some, it must be read again with the extended mapping. Throws a ServiceError with the location of an invalid value.
 */
export function readDocument(document: DocumentSource, mapping: Mapping) {
  return new DocumentReader(document, mapping).read();
}

/** Reads one document; an instance is used only once. */
class DocumentReader {
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

  read() {
    const { root } = this.mapping;
    const { fields } = at(this.scopes, 0);
    const dynamic = root.dynamic ?? 'true';
    try {
      if (root.enabled) this.#readMembers(this.document.body, { object: root, dynamic });
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
    const isText = field.type === 'keyword' || field.type === 'text';
    try {
      const read = readValue(isText ? this.document.written(this.path, value) : value, field);
      if (read === undefined) this.#ignored.add(field.name);
      else this.#scopeOf(field.nestedPath).add(field, read);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Before the error, which names a place in the text: a document may have many ignored values.
      if (field.ignore_malformed) this.#ignored.add(field.name);
      else throw this.#valueProblem(field, value, error);
    }
  }

  /** errors.malformed-documents: returns the problem of a value that is invalid for its field. */
  #valueProblem({ name, type }: LeafField, value: JsonValue, error: ServiceError): DocumentProblem {
    const shown = showJson(value);
    const preview = shown.length > maxPreview ? `${shown.slice(0, maxPreview)}…` : shown;
    return new DocumentProblem(
      this.path,
      `failed to parse field [${name}] of type [${type}] in document with id '${this.document.id}'. Preview of field's value: '${preview}'`,
      { cause: { type: error.type, reason: error.reason } },
    );
  }

  #scopeOf(path: string | undefined): ParsedFields {
    const scope = this.scopes.findLast((each) => each.path === path);
    if (scope !== undefined) return scope.fields;
    throw new DocumentProblem(
      this.path,
      `no object of the nested field [${String(path)}] is open here`,
    );
  }

  /** Reads each value of an array or object, whose path is the present one. */
  #each(
    values: JsonArray | JsonObject,
    read: (value: JsonValue, key: string | number) => void,
  ): void {
    const { length: depth } = this.path;
    const { length: scopes } = this.scopes;
    for (const [key, value] of Array.isArray(values) ? values.entries() : Object.entries(values)) {
      this.path[depth] = key;
      if (++this.#values > maxSize.values) {
        throw new DocumentProblem(
          this.path,
          `the document has more than the [${maxSize.values}] values that one may have`,
        );
      }
      read(value as JsonValue, key);
      this.scopes.length = scopes;
    }
    this.path.length = depth;
  }

  #readMembers(values: JsonObject, within: Within): void {
    this.#each(values, (value, name) => {
      const field = within.object.properties.get(String(name));
      if (field !== undefined) this.#readField(field, value, within.dynamic);
      else this.#readPath(this.#partsOf(String(name)), value, within);
    });
  }

  #partsOf(name: string): readonly string[] {
    const parts = name.split('.');
    if (parts.some((part) => part.trim() === '')) {
      throw new DocumentProblem(
        this.path,
        name.trim() === ''
          ? 'field name cannot be an empty string'
          : `field name starting or ending with a [.] makes object resolution ambiguous: [${name}]`,
      );
    }
    if (parts.length <= maxDepth) return parts;
    throw new DocumentProblem(
      this.path,
      `a field name has more than the maximum of [${maxDepth}] parts`,
    );
  }

  /** Reads `{"a.b": …}` as `{"a": {"b": …}}`. */
  #readPath(parts: readonly string[], value: JsonValue, { object, dynamic }: Within): void {
    const field = object.properties.get(at(parts, 0));
    const rest = parts.slice(1);
    if (field === undefined) this.#addField(parts, value, { object, dynamic });
    else if (rest.length === 0) this.#readField(field, value, dynamic);
    else if (!isObjectField(field)) {
      throw new DocumentProblem(
        this.path,
        `Could not dynamically add mapping for field [${field.name}.${rest.join('.')}]. Existing mapping for [${field.name}] must be of type object but found [${field.type}].`,
      );
    } else if (field.enabled) {
      this.#openScope(field);
      this.#readPath(rest, value, { object: field, dynamic: field.dynamic ?? dynamic });
    }
  }

  /**
   * Handles an unmapped field according to `dynamic`: it is added (index.dynamic-default, index.dynamic-true), ignored
   * but kept in the source (index.dynamic-false-documents), or refused with the whole document
   * (index.dynamic-strict-documents).
   */
  #addField(parts: readonly string[], value: JsonValue, { object, dynamic }: Within): void {
    if (dynamic === 'false') return;
    if (dynamic === 'strict') {
      throw strictProblem(this.path, { member: at(parts, 0), within: object.name });
    }
    this.#addUnknown([...(object.name === '' ? [] : object.name.split('.')), ...parts], value);
  }

  /** Adds the fields of a value to the mapping. */
  #addUnknown(parts: readonly string[], value: JsonValue): void {
    if (Array.isArray(value)) {
      this.#each(value as JsonArray, (element) => this.#addUnknown(parts, element));
    } else if (!isJsonObject(value)) this.dynamicFields.addLeaf(parts, value, this.path);
    else if (this.dynamicFields.addObject(parts)) {
      this.#each(value, (member, name) =>
        this.#addUnknown([...parts, ...String(name).split('.')], member),
      );
    }
  }

  #readField(field: FieldType, value: JsonValue, dynamic: Dynamic): void {
    if (isObjectField(field)) this.#readObject(field, value, dynamic);
    else if (field.type === 'alias') {
      throw new DocumentProblem(this.path, `Cannot write to a field alias [${field.name}].`);
    } else this.#readLeaf(field, value);
  }

  #readObject(field: ObjectField, value: JsonValue, dynamic: Dynamic): void {
    if (value === null || !field.enabled) return;
    if (Array.isArray(value)) {
      this.#each(value as JsonArray, (element) => this.#readField(field, element, dynamic));
    } else if (isJsonObject(value)) {
      this.#openScope(field);
      this.#readMembers(value, { object: field, dynamic: field.dynamic ?? dynamic });
    } else {
      const name = field.name.slice(field.name.lastIndexOf('.') + 1);
      throw new DocumentProblem(
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
      this.#each(value as JsonArray, (element) => this.#readLeaf(field, element));
      return;
    }
    if (value === null) {
      if (field.null_value !== undefined) this.addValue(field, field.null_value);
      return;
    }
    if (field.copy_to.length > 0) {
      if (isRangeField(field) || isJsonObject(value)) {
        throw new DocumentProblem(
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
