import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fromRoot } from './root.ts';

/** A JSON Schema of the 2020-12 dialect, as it stands in the file. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An object that only points elsewhere in the description. */
export interface Reference {
  readonly $ref: string;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** A schema by media type; without a schema any body of the type is right. */
export type OpenApiContent = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

export interface OpenApiResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: OpenApiContent;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Reference[];
  readonly requestBody?: { readonly required?: boolean; readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
}

/** The methods that the description uses. */
export const httpMethods = ['get', 'head', 'post', 'put', 'delete'] as const;

export type HttpMethod = (typeof httpMethods)[number];

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

/** The URI under which the description is known; schema files stand at `schemas/` beside it. */
export const openApiUri = 'https://search-conformance.invalid/openapi.yaml';

/** Formats that the schemas name and JSON Schema does not know; a pattern beside each says what fits. */
export const schemaFormats = ['time-span', 'byte-size'] as const;

/** Members of the description that are no keywords of JSON Schema: a strict validator has to be told. */
export const openApiKeywords = [
  'openapi',
  'info',
  'jsonSchemaDialect',
  'servers',
  'security',
  'tags',
  'paths',
  'components',
] as const;

/** The description as people write it. */
export const openApiFile = fromRoot('spec', 'openapi.yaml');

/** The same as programs read it, written by `npm run generate`. */
export const descriptionFile = fromRoot('spec', 'generated', 'openapi.json');

let document: OpenApiDocument | undefined;
let schemas: ReadonlyMap<string, JsonSchema> | undefined;

/** The description of `spec/openapi.yaml`, read once in a process. */
export function loadOpenApi(): OpenApiDocument {
  document ??= JSON.parse(readFileSync(descriptionFile, 'utf8')) as OpenApiDocument;
  return document;
}

/** Reads `spec/schemas/*.json`, once in a process: each schema by the name of its file. */
export function loadSchemas(): ReadonlyMap<string, JsonSchema> {
  schemas ??= readSchemas(fromRoot('spec', 'schemas'));
  return schemas;
}

function readSchemas(folder: string): ReadonlyMap<string, JsonSchema> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(
    files.map((name) => [
      basename(name, '.json'),
      JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as JsonSchema,
    ]),
  );
}
