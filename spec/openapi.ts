import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fromRoot } from './root.ts';

/** A JSON Schema (2020-12) as written in its file. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A reference to another object of the description. */
export interface Reference {
  readonly $ref: string;
}

/** Marks operations, parameters and members of schemas that the specification does not show. */
export const extraMark = 'x-extra';

/**
 * Names, for required members of a schema, the clause whose scenarios judge whether they are there: other scenarios
 * accept a response without them, because it says nothing about their clauses.
 */
export const judgedByMark = 'x-judged-by';

/**
 * The most characters, elements or members that the reference server takes of a value in a request, where it is not the
 * usual number. Answers have no limits.
 */
export const limitMark = 'x-limit';

/** A parameter of an operation. */
export interface OpenApiParameter {
  readonly [extraMark]?: boolean;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** Schemas by media type. A media type without a schema allows any body. */
export type OpenApiContent = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

/** A response of an operation. */
export interface OpenApiResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: OpenApiContent;
}

/** An operation. */
export interface OpenApiOperation {
  readonly [extraMark]?: boolean;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Reference[];
  readonly requestBody?: { readonly required?: boolean; readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
}

/** The methods of the description. */
export const httpMethods = ['get', 'head', 'post', 'put', 'delete'] as const;

/** A method of the description, in lower case. */
export type HttpMethod = (typeof httpMethods)[number];

/** The operations of a path, by method. */
export type OpenApiPath = Readonly<Partial<Record<HttpMethod, OpenApiOperation>>> & {
  readonly parameters: readonly Reference[];
};

/** The parts of `spec/openapi.yaml` that programs read. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, OpenApiPath>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, OpenApiParameter>>;
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
  };
}

/** The URI of the description in the published package. The URIs of the schema files are relative to it: `schemas/…`. */
export const openApiUri = 'https://unpkg.com/search-conformance/spec/openapi.yaml';

/** Formats of the schemas that JSON Schema does not define. Each use has a pattern too. */
export const schemaFormats = ['time-span', 'byte-size'] as const;

/** Members of the description that are not keywords of JSON Schema; strict validators need to know them. */
export const openApiKeywords = [
  extraMark,
  judgedByMark,
  limitMark,
  'openapi',
  'info',
  'jsonSchemaDialect',
  'servers',
  'security',
  'tags',
  'paths',
  'components',
] as const;

/** The source of the description. */
export const openApiFile = fromRoot('spec', 'openapi.yaml');

/** The description as JSON, written by `npm run generate`. */
export const descriptionFile = fromRoot('spec', 'generated', 'openapi.json');

let document: OpenApiDocument | undefined;
const schemas = new Map<string, JsonSchema>();

/** Returns the description; reads it once per process. */
export function loadOpenApi(): OpenApiDocument {
  document ??= JSON.parse(readFileSync(descriptionFile, 'utf8')) as OpenApiDocument;
  return document;
}

/**
 * Returns the schema in `spec/schemas/<name>.json`, or undefined if there is none; reads it once per process. In the file,
 * the id of a schema is the name of its file, so that any tool finds the others beside it; here it is a whole URI.
 */
export function loadSchema(name: string): JsonSchema | undefined {
  const file = fromRoot('spec', 'schemas', `${name}.json`);
  if (!schemas.has(name) && existsSync(file)) {
    const schema = JSON.parse(readFileSync(file, 'utf8')) as JsonSchema;
    schemas.set(name, { ...schema, $id: new URL(`schemas/${name}.json`, openApiUri).href });
  }
  return schemas.get(name);
}

/** Returns the schemas in `spec/schemas/` by the names of their files. */
export function loadSchemas(): ReadonlyMap<string, JsonSchema> {
  const files = readdirSync(fromRoot('spec', 'schemas')).filter((name) => name.endsWith('.json'));
  return new Map(
    files.flatMap((file) => {
      const name = basename(file, '.json');
      const schema = loadSchema(name);
      return schema === undefined ? [] : [[name, schema] as const];
    }),
  );
}
