export type { Chapter, Clause, ClauseSource, Ledger, Level, Readings } from './clauses.ts';
export { chapters, loadLedger } from './clauses.ts';
export type { HttpMethod, JsonSchema, OpenApiDocument, OpenApiOperation } from './openapi.ts';
export { loadOpenApi, loadSchemas, openApiFile } from './openapi.ts';
export type {
  MediaTypeDefinition,
  OperationDefinition,
  OperationId,
  ParameterDefinition,
  ResponseDefinition,
} from './operations.ts';
export { loadOperations } from './operations.ts';
