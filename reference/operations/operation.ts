import type { operations } from '../../spec/generated/openapi.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { JsonValue } from '../base/json.ts';
import type { AnswerForm } from '../formats/format.ts';
import type { Chunk } from '../formats/table-document.ts';
import type { Principal } from '../security/principal.ts';
import type { Service } from './service.ts';

type Parameters<Id extends OperationId> = operations[Id]['parameters'];

/** Values of the path, decoded. */
export type PathOf<Id extends OperationId> = Readonly<NonNullable<Parameters<Id>['path']>>;

/** Values of the query string, each of the type that the description gives it; all may be absent. */
export type QueryOf<Id extends OperationId> = Readonly<
  Partial<NonNullable<Parameters<Id>['query']>>
>;

/** The body of a request that has one: at least one byte, and valid UTF-8. */
export interface RequestBody {
  readonly bytes: Buffer;
  text(): string;
  /** The body as one JSON value. Throws a ServiceError with the place where it is none. */
  json(): JsonValue;
}

/** One request to one operation, as far as it can be checked without knowing any index. */
export interface OperationRequest<Id extends OperationId> {
  readonly path: PathOf<Id>;
  readonly query: QueryOf<Id>;
  /** The query string as it was sent, for those who read it themselves. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: RequestBody | undefined;
  /** Who asks. */
  readonly principal: Principal;
  /** How the answer is to be written, where it is a table: the one of json elsewhere. */
  readonly form: AnswerForm;
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
}

/** How an operation ended, where it was not refused; `late` is a wait that ended without what was waited for. */
export type Outcome = 'done' | 'created' | 'absent' | 'late';

/** A table for people: a row of cells for each thing, and the names of the columns. A cell may be missing. */
export interface TextTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly (string | undefined)[])[];
  readonly heading: boolean;
}

export interface TableColumn {
  readonly name: string;
  readonly align: 'left' | 'right';
}

/** What a client has to know of an answer beside its body. */
export interface Notes {
  /** The state of a query that may run on without a request. */
  readonly async?: { readonly id: string | undefined; readonly is_running: boolean };
  /** Leads to the page that follows, where the body does not say it. */
  readonly cursor?: string | undefined;
  readonly took_ms?: number | undefined;
  readonly warnings?: readonly string[];
}

/** What an operation answers; how that looks on the wire is not its concern. */
export interface Reply {
  readonly outcome: Outcome;
  /** A value for `writeJson`; absent where there is nothing to say. */
  readonly body?: unknown;
  /** Takes the place of the body where the answer is text. */
  readonly table?: TextTable;
  /** Takes the place of the body where it is written piece by piece, in the format of the request's `form`. */
  readonly chunks?: Generator<Chunk, void, void>;
  readonly notes?: Notes;
  /** Path of what was created. */
  readonly location?: string;
}

/** Fulfils one operation. Throws a ServiceError where it refuses the request. */
export type Operation<Id extends OperationId> = (
  request: OperationRequest<Id>,
  service: Service,
) => Reply | Promise<Reply>;

/** Gives the usual answer: the work is done, and this is the result. */
export function done(body: unknown): Reply {
  return { outcome: 'done', body };
}

/** Gives the answer of a call that only says that it was carried out. */
export function acknowledged(): Reply {
  return done({ acknowledged: true });
}

/** Gives the answer of a call that asks whether something is there. */
export function presence(found: boolean): Reply {
  return { outcome: found ? 'done' : 'absent' };
}
