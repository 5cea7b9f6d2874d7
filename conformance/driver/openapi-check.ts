import type { ErrorObject } from 'ajv/dist/2020.js';
import { type JsonSchema, judgedByMark } from '../../spec/openapi.ts';
import type {
  MediaTypeDefinition,
  OperationDefinition,
  ParameterDefinition,
  ResponseDefinition,
} from '../../spec/operations.ts';
import {
  DecodeError,
  bareMediaType,
  type DocumentFormat,
  documentFormatOf,
  mediaTypes,
} from '../decode/formats.ts';
import { readDocument } from '../decode/documents.ts';
import { isJsonMedia, jsonTextOf } from '../base/body.ts';
import { Violation } from '../base/errors.ts';
import {
  parametersOf,
  type SchemaProblem,
  type WireRequest,
  type WireResponse,
} from '../base/exchange.ts';
import { findOperation } from './find-operation.ts';
import type { SchemaCheck } from './exchange.ts';
import { keyOf, validatorOf } from './validators.ts';

/** Maximum number of reported problems per payload. */
const maxProblems = 5;

type Origin = SchemaProblem['origin'];

/**
 * Checks exchanges against `spec/openapi.yaml`. The responses of operations that the
 * specification does not show are not checked, and neither are partial ones (to HEAD, or with `filter_path`).
 */
export const openApiCheck: SchemaCheck = {
  judge(request, response, { deliberate }) {
    const operation = findOperation(request.method, request.path);
    if (operation === undefined) {
      const unknownOperation = kitProblem('', 'no such operation');
      return { operation, problems: deliberate ? [] : [unknownOperation] };
    }
    const requestProblems = deliberate ? [] : judgeRequest(operation, request);
    const isPart = operation.method === 'head' || /[?&]filter_path=/.test(request.path);
    const responseProblems = isPart || operation.isExtra ? [] : judgeResponse(operation, response);
    return { operation: operation.id, problems: [...requestProblems, ...responseProblems] };
  },
};

/** Returns how a request breaks the description; empty if it keeps it, or if no operation fits it. */
export function requestProblems(request: WireRequest): readonly SchemaProblem[] {
  const operation = findOperation(request.method, request.path);
  return operation === undefined ? [] : judgeRequest(operation, request);
}

function judgeRequest(
  operation: OperationDefinition,
  request: WireRequest,
): readonly SchemaProblem[] {
  const problems = judgeQuery(operation, request.path);
  if (request.body === undefined || request.body.length === 0) {
    if (!operation.requestRequired) return problems;
    return [...problems, kitProblem('', 'a body is required')];
  }
  const type = request.headers['content-type'];
  const media = mediaTypeFor(operation.requestMediaTypes, type);
  if (media === undefined)
    return [...problems, kitProblem('', `a body of type ${type} is not accepted`)];
  if (media.schema === undefined || !isJsonMedia(type) || takesLines(operation)) return problems;
  if (typeof request.body !== 'string') return problems;
  const value = parsedJson(request.body);
  if (value === undefined) return [...problems, kitProblem('', 'the body is not JSON')];
  return [...problems, ...validate(value, media.schema, 'kit')];
}

function judgeQuery(operation: OperationDefinition, path: string): readonly SchemaProblem[] {
  const query = parametersOf(path);
  const unknown = [...query.keys()].filter(
    (name) => !operation.queryParameters.some((parameter) => parameter.name === name),
  );
  const missing = operation.queryParameters.filter((p) => p.required && !query.has(p.name));
  return [
    ...unknown.map((name) => kitProblem(`?${name}`, 'is not a parameter of this operation')),
    ...missing.map(({ name }) => kitProblem(`?${name}`, 'is required')),
    ...operation.queryParameters.flatMap((parameter) => judgeParameter(parameter, query)),
  ];
}

function judgeParameter(
  { name, schema }: ParameterDefinition,
  query: URLSearchParams,
): readonly SchemaProblem[] {
  const text = query.get(name);
  if (text === null) return [];
  const fits = validatorOf(keyOf(schema));
  if (readings(text).some((reading) => fits(reading))) return [];
  return [
    kitProblem(`?${name}`, `${fits.errors?.[0]?.message ?? 'has an invalid value'}: ${text}`),
  ];
}

function judgeResponse(
  operation: OperationDefinition,
  response: WireResponse,
): readonly SchemaProblem[] {
  const definition = responseFor(operation, response.status);
  const format = documentFormatOf(response.headers['content-type']);
  if (format !== undefined && format !== 'json') return judgeDocument(definition, response, format);
  if (response.body.length === 0) return [];
  const media = jsonMediaOf(definition, response);
  const type = response.headers['content-type'];
  // A body without a media type is judged by its content.
  const isOther = media?.schema !== undefined && type !== undefined && !isJsonMedia(type);
  if (isOther || isPage(response)) {
    return [{ origin: 'target', pointer: '', message: `the body is ${type}, not JSON` }];
  }
  if (media?.schema === undefined) return [];
  const value = parsedJson(textOfJson(response));
  if (value !== undefined) return validate(value, media.schema, 'target');
  return [{ origin: 'target', pointer: '', message: 'the body is not JSON' }];
}

/** True for a success as HTML, which no operation of the specification answers. */
function isPage({ status, headers }: WireResponse): boolean {
  return status < 300 && bareMediaType(headers['content-type']) === 'text/html';
}

/** The text of a JSON body; the empty text, which is not JSON, if it is not UTF-8 or has a byte order mark. */
function textOfJson(response: WireResponse): string {
  try {
    return jsonTextOf(response);
  } catch (error) {
    if (error instanceof Violation) return '';
    throw error;
  }
}

/** Validates a response in YAML, CBOR or Smile against the schema of the same response in JSON. */
function judgeDocument(
  definition: ResponseDefinition | undefined,
  response: WireResponse,
  format: DocumentFormat,
): readonly SchemaProblem[] {
  const media = definition?.mediaTypes.find(({ mediaType }) => mediaType === mediaTypes[format]);
  if (media?.schema === undefined) return [];
  try {
    return validate(readDocument(format, response.body), media.schema, 'target');
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const message = `the body cannot be read as ${format}: ${error.message}`;
    return [{ origin: 'target', pointer: '', message }];
  }
}

function validate(value: unknown, schema: JsonSchema, origin: Origin): readonly SchemaProblem[] {
  const fits = validatorOf(keyOf(schema));
  if (fits(value)) return [];
  const errors = (fits.errors ?? []).filter((error) => !isJudgedByClause(error));
  return errors.slice(0, maxProblems).map(problemOf(origin));
}

/** True if a required member is missing whose absence only the scenarios of one clause judge. */
function isJudgedByClause({ keyword, params, parentSchema }: ErrorObject): boolean {
  const members = (parentSchema?.[judgedByMark] ?? {}) as Readonly<Record<string, string>>;
  return keyword === 'required' && Object.hasOwn(members, String(params['missingProperty']));
}

function problemOf(origin: Origin): (error: ErrorObject) => SchemaProblem {
  return ({ instancePath, message, params }) => {
    const named: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
    const detail = typeof named === 'string' ? `: ${named}` : '';
    return { origin, pointer: instancePath, message: `${message ?? 'is invalid'}${detail}` };
  };
}

function kitProblem(pointer: string, message: string): SchemaProblem {
  return { origin: 'kit', pointer, message };
}

/** The possible interpretations of a query parameter: a text, a number, a boolean or a list. */
function readings(text: string): readonly unknown[] {
  const number = /^-?\d+(?:\.\d+)?$/.test(text) ? [Number(text)] : [];
  const boolean = /^(?:true|false)?$/.test(text) ? [text !== 'false'] : [];
  return [text, ...number, ...boolean, text.split(',')];
}

/** True for NDJSON operations, whose bodies have one JSON value per line even if the media type is JSON. */
function takesLines(operation: OperationDefinition): boolean {
  return operation.requestMediaTypes.some((media) => media.mediaType === 'application/x-ndjson');
}

/** As validators take it: every number is a double. Undefined if the text is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The definition of the response with a status; undefined if the operation describes none. */
export function responseFor(
  operation: OperationDefinition,
  status: number,
): ResponseDefinition | undefined {
  const names = [`${status}`, `${Math.floor(status / 100)}XX`, 'default'];
  return names
    .map((name) => operation.responses.find((response) => response.status === name))
    .find((response) => response !== undefined);
}

/** The JSON media type of a response if its header is JSON, or if a success can have no other media type. */
function jsonMediaOf(
  definition: ResponseDefinition | undefined,
  response: WireResponse,
): MediaTypeDefinition | undefined {
  const types = definition?.mediaTypes ?? [];
  const json = types.find((media) => isJsonMedia(media.mediaType));
  const only = response.status < 300 && types.every((media) => isJsonMedia(media.mediaType));
  return only || isJsonMedia(response.headers['content-type']) ? json : undefined;
}

/** The definition of a media type; undefined if none fits. All JSON media types fit each other. */
export function mediaTypeFor(
  types: readonly MediaTypeDefinition[],
  contentType: string | undefined,
): MediaTypeDefinition | undefined {
  const bare = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return (
    types.find(({ mediaType }) => mediaType === bare) ??
    (isJsonMedia(contentType) ? types.find(({ mediaType }) => isJsonMedia(mediaType)) : undefined)
  );
}
