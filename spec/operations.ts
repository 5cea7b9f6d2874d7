import type { operations } from './generated/openapi.ts';
import {
  extraMark,
  httpMethods,
  loadOpenApi,
  loadSchema,
  openApiUri,
  type HttpMethod,
  type JsonSchema,
  type OpenApiContent,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  type Reference,
} from './openapi.ts';

/** The id of an operation in the OpenAPI description. */
export type OperationId = keyof operations;

/** A parameter of an operation. */
export interface ParameterDefinition {
  readonly name: string;
  /** The schema itself, even if the description refers to a file. */
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** True if the specification does not show it. */
  readonly isExtra: boolean;
}

/** A media type of a request or a response. */
export interface MediaTypeDefinition {
  readonly mediaType: string;
  /** The schema as it is in the description, where most refer to a file; absent if any body is allowed. */
  readonly schema?: JsonSchema;
  /** The URI of the schema, for a validator that knows the description; absent if any body is allowed. */
  readonly schemaUri?: string;
}

/** A response of an operation. */
export interface ResponseDefinition {
  /** A status, `2XX`, or `default` for all others. */
  readonly status: string;
  /** Empty if the response has no body. */
  readonly mediaTypes: readonly MediaTypeDefinition[];
  readonly headers: readonly string[];
}

/** One operation of the OpenAPI description. */
export interface OperationDefinition {
  readonly id: OperationId;
  readonly method: HttpMethod;
  /** True if the specification does not show it. */
  readonly isExtra: boolean;
  /** A template, such as `/{target}/_search`. */
  readonly path: string;
  /** The tag `intake` marks the operations of the intake server; all others belong to the search service. */
  readonly tags: readonly string[];
  readonly pathParameters: readonly ParameterDefinition[];
  readonly queryParameters: readonly ParameterDefinition[];
  /** Empty if the request has no body. */
  readonly requestMediaTypes: readonly MediaTypeDefinition[];
  readonly requestRequired: boolean;
  readonly responses: readonly ResponseDefinition[];
}

let definitions: readonly OperationDefinition[] | undefined;

/**
 * Returns the operations of `spec/openapi.yaml` in their order; reads them once per process. Throws an Error that names a
 * reference without a target.
 */
export function loadOperations(): readonly OperationDefinition[] {
  definitions ??= Object.keys(loadOpenApi().paths).flatMap(readPath);
  return definitions;
}

function readPath(path: string): readonly OperationDefinition[] {
  const item = loadOpenApi().paths[path];
  return httpMethods.flatMap((method) => {
    const operation = item?.[method];
    if (item === undefined || operation === undefined) return [];
    const parameters = [...item.parameters, ...(operation.parameters ?? [])].map(findParameter);
    return [{ ...readOperation(path, method, operation), ...divideParameters(parameters) }];
  });
}

function readOperation(path: string, method: HttpMethod, operation: OpenApiOperation) {
  const pointer = ['paths', path, method];
  return {
    id: operation.operationId as OperationId,
    isExtra: operation[extraMark] ?? false,
    method,
    path,
    tags: operation.tags,
    requestMediaTypes: mediaTypes(operation.requestBody?.content, [...pointer, 'requestBody']),
    requestRequired: operation.requestBody?.required ?? false,
    responses: Object.entries(operation.responses).map(([status, response]) =>
      readResponse(status, response, [...pointer, 'responses', status]),
    ),
  };
}

function divideParameters(parameters: readonly OpenApiParameter[]) {
  const within = (place: OpenApiParameter['in']): readonly ParameterDefinition[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required, [extraMark]: isExtra }) => ({
        name,
        schema: findSchema(schema),
        required: required ?? false,
        isExtra: isExtra ?? false,
      }));
  return { pathParameters: within('path'), queryParameters: within('query') };
}

function readResponse(
  status: string,
  response: OpenApiResponse | Reference,
  pointer: readonly string[],
): ResponseDefinition {
  const named = '$ref' in response ? lastSegment(response.$ref) : undefined;
  const place = named === undefined ? pointer : ['components', 'responses', named];
  const content = '$ref' in response ? findResponse(response) : response;
  return {
    status,
    mediaTypes: mediaTypes(content.content, place),
    headers: Object.keys(content.headers ?? {}),
  };
}

function mediaTypes(
  content: OpenApiContent | undefined,
  pointer: readonly string[],
): readonly MediaTypeDefinition[] {
  return Object.entries(content ?? {}).map(([mediaType, { schema }]) =>
    schema === undefined
      ? { mediaType }
      : { mediaType, schema, schemaUri: uriOf([...pointer, 'content', mediaType, 'schema']) },
  );
}

/** A JSON pointer escapes `~` and `/`; the fragment of a URI escapes the rest. */
function uriOf(pointer: readonly string[]): string {
  const segments = pointer.map((segment) =>
    encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  return `${openApiUri}#/${segments.join('/')}`;
}

function findParameter(reference: Reference): OpenApiParameter {
  return found(loadOpenApi().components.parameters[lastSegment(reference.$ref)], reference.$ref);
}

function findResponse(reference: Reference): OpenApiResponse {
  return found(loadOpenApi().components.responses[lastSegment(reference.$ref)], reference.$ref);
}

/** Returns the schema that a schema refers to, or itself if it is no reference. Throws an Error if there is none. */
export function findSchema(schema: JsonSchema): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  return found(loadSchema(lastSegment(reference).replace(/\.json$/, '')), reference);
}

function lastSegment(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function found<Value>(value: Value | undefined, reference: string): Value {
  if (value === undefined) throw new Error(`spec/openapi.yaml: ${reference} points nowhere`);
  return value;
}
