import { isObject, membersOf } from '../base/body.ts';
import { extraMark, type JsonSchema, loadOpenApi, loadSchemas } from '../../spec/openapi.ts';

/** All schemas that describe one place of a document; empty if nothing describes it. */
export type SchemaNode = readonly JsonSchema[];

/** Maximum number of references and alternatives between a place and one of its schemas. */
const maxDepth = 12;

/** A schema refers to others, and these to the same ones again. */
const expansions = new WeakMap<JsonSchema, SchemaNode>();

const combining = ['allOf', 'anyOf', 'oneOf'] as const;
const nested = ['then', 'else', 'contentSchema'] as const;

/** Returns the schemas at a URI of the OpenAPI description, whose fragment is a JSON pointer. */
export function schemaNodeAt(uri: string): SchemaNode {
  return expanded([atPointer(loadOpenApi(), uri.slice(uri.indexOf('#') + 1))], 0);
}

/** Returns a schema with everything that it refers to. */
export function schemaNodeOf(schema: JsonSchema): SchemaNode {
  return expanded([schema], 0);
}

/** Returns the schemas of a member if the description names it; otherwise undefined. */
export function namedMember(node: SchemaNode, name: string): SchemaNode | undefined {
  const found = node.flatMap((schema) => membersOf(schema['properties'])[name] ?? []);
  return found.length === 0 ? undefined : expanded(found as JsonSchema[], 0);
}

/** Returns the names of the members that the description names. */
export function memberNames(node: SchemaNode): readonly string[] {
  return [...new Set(node.flatMap((schema) => Object.keys(membersOf(schema['properties']))))];
}

/** Returns the schemas of the members that the description does not name. */
export function otherMembers(node: SchemaNode): SchemaNode {
  const found = node.flatMap((schema) => [
    ...Object.values(membersOf(schema['patternProperties'])),
    schema['additionalProperties'],
    schema['unevaluatedProperties'],
  ]);
  return expanded(found.filter(isObject), 0);
}

/** Returns the schemas of the items of a list. */
export function itemsOf(node: SchemaNode): SchemaNode {
  const found = node.flatMap((schema) => [
    ...(Array.isArray(schema['prefixItems']) ? (schema['prefixItems'] as unknown[]) : []),
    schema['items'],
  ]);
  return expanded(found.filter(isObject), 0);
}

/** Returns the values that the description allows at a place, if it lists them. */
export function valuesOf(node: SchemaNode): readonly unknown[] {
  return node.flatMap((schema) => [
    ...(Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : []),
    ...('const' in schema ? [schema['const']] : []),
  ]);
}

/** True if the specification does not show the place; one of its alternatives may still be marked. */
export function isExtra([schema]: SchemaNode): boolean {
  return schema?.[extraMark] === true;
}

/** True if only alternatives that the specification does not show list this value. */
export function isExtraValue(node: SchemaNode, value: unknown): boolean {
  const listing = node.filter((schema) => valuesOf([schema]).includes(value));
  return listing.length > 0 && listing.every((schema) => schema[extraMark] === true);
}

/** True if only alternatives that the specification does not show have values of this kind. */
export function isExtraForm(node: SchemaNode, kind: string): boolean {
  const fitting = node.filter(({ type }) =>
    [type]
      .flat()
      .some((name) => (name === 'integer' ? 'number' : name === 'array' ? 'list' : name) === kind),
  );
  return fitting.length > 0 && fitting.every((schema) => schema[extraMark] === true);
}

/** Returns the schemas without the alternatives that the specification does not show. */
export function shownIn(node: SchemaNode): SchemaNode {
  return node.filter((schema) => schema[extraMark] !== true);
}

/** Replaces references by what they refer to, and adds all alternatives. */
function expanded(schemas: readonly JsonSchema[], depth: number): SchemaNode {
  if (depth > maxDepth) return [];
  return schemas.flatMap((schema) => expandedOnce(schema, depth));
}

function expandedOnce(schema: JsonSchema, depth: number): SchemaNode {
  const known = expansions.get(schema);
  if (known !== undefined) return known;
  const found = [schema, ...expanded([...referred(schema), ...alternatives(schema)], depth + 1)];
  expansions.set(schema, found);
  return found;
}

function referred(schema: JsonSchema): readonly JsonSchema[] {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return [];
  const [file = '', pointer = ''] = reference.split('#', 2);
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/, '');
  const root = loadSchemas().get(name);
  return root === undefined ? [] : [atPointer(root, pointer)];
}

function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const lists = combining.flatMap((keyword) => schema[keyword] ?? []);
  return [...lists, ...nested.flatMap((keyword) => schema[keyword] ?? [])].filter(isObject);
}

function atPointer(root: unknown, pointer: string): JsonSchema {
  const segments = pointer.split('/').slice(1).map(decodeURIComponent);
  const names = segments.map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = names.reduce((value: unknown, name) => membersOf(value)[name], root);
  if (isObject(found)) return found;
  throw new Error(`the OpenAPI description has nothing at ${pointer}`);
}
