import type { operations } from '../../spec/generated/openapi.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { JsonValue } from '../base/json.ts';
import type { AnswerForm } from '../formats/format.ts';
import type { Chunk } from '../formats/table-document.ts';
import type { Principal } from '../security/principal.ts';
import type { Service } from './service.ts';
import type { SpellingOf } from './spellings.ts';

/** All keys of a union of object types. */
type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** The type of a key in a union of object types; never for members without the key. */
type ValueOf<Union, Name> = Union extends unknown
  ? Name extends keyof Union
    ? Union[Name]
    : never
  : never;

/** The path parameters of each operation of a union of ids. */
type PathsOf<Id extends OperationId> = Id extends OperationId
  ? operations[Id]['parameters'] extends { readonly path: infer Path }
    ? Path
    : object
  : never;

/** The query parameters of each operation of a union of ids. */
type QueriesOf<Id extends OperationId> = Id extends OperationId
  ? NonNullable<operations[Id]['parameters']['query']>
  : never;

type MergedPath<Paths> = Readonly<Record<keyof Paths, string>> & {
  readonly [Name in KeysOf<Paths>]?: string | undefined;
};

type MergedQuery<Queries> = { readonly [Name in KeysOf<Queries>]?: ValueOf<Queries, Name> };

/** Decoded path parameters of an operation in any of its spellings; one that only some spellings have is optional. */
type PathOf<Id extends OperationId> = MergedPath<PathsOf<SpellingOf<Id>>>;

/**
 * Query parameters of an operation in any of its spellings, with the types of the OpenAPI description; all optional.
 */
export type QueryOf<Id extends OperationId> = MergedQuery<QueriesOf<SpellingOf<Id>>>;

/** The body of a request: at least one byte, and valid UTF-8. */
export interface RequestBody {
  readonly bytes: Buffer;
  text(): string;
  /** Returns the body as one JSON value. Throws a ServiceError with the position of a syntax error. */
  json(): JsonValue;
}

/** A request to an operation, after all checks that do not depend on an index. */
export interface OperationRequest<Id extends OperationId> {
  readonly path: PathOf<Id>;
  readonly query: QueryOf<Id>;
  /** The query string as it was sent, for operations that read it themselves. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: RequestBody | undefined;
  /** The caller. */
  readonly principal: Principal;
  /** The format of a tabular answer; JSON for all other operations. */
  readonly form: AnswerForm;
  /** Aborted if the client closes the connection before it has its answer. */
  readonly signal: AbortSignal;
}

/** The outcome of a successful operation; `late` means that a time limit was reached before the awaited condition. */
export type Outcome = 'done' | 'created' | 'absent' | 'late';

/** A table of text. A cell may be missing. */
export interface TextTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly (string | undefined)[])[];
  /** True if the names of the columns are shown. */
  readonly heading: boolean;
}

/** A column of a table of text. */
interface TableColumn {
  readonly name: string;
  readonly align: 'left' | 'right';
}

/** The parts of an answer that are sent in headers. */
export interface Notes {
  /** The state of an asynchronous query. */
  readonly async?: { readonly id: string | undefined; readonly is_running: boolean } | undefined;
  /** The cursor of the next page, for formats whose body cannot contain it. */
  readonly cursor?: string | undefined;
  readonly warnings?: readonly string[];
}

/**
 * The result of an operation, independent of its wire format. Of `body`, `table` and `chunks` at most one is present.
 */
export interface Reply {
  readonly outcome: Outcome;
  /** A value for `writeJson`; absent if the answer has no body. */
  readonly body?: unknown;
  readonly table?: TextTable;
  /** A body that is generated in pieces, in the format of the request's `form`. */
  readonly chunks?: Generator<Chunk, void, void>;
  readonly notes?: Notes;
  /** Path of the created resource. */
  readonly location?: string;
}

/** Handles one operation in all its spellings. Throws a ServiceError to refuse the request. */
export type Operation<Id extends OperationId> = (
  request: OperationRequest<Id>,
  service: Service,
) => Reply | Promise<Reply>;

/** Returns the reply of a successful operation with this body. */
export function done(body: unknown): Reply {
  return { outcome: 'done', body };
}

/** Returns the reply of a change that returns nothing else. */
export function acknowledged(): Reply {
  return done({ acknowledged: true });
}

/** Returns the reply, without a body, of an operation that asks whether something exists. */
export function presence(found: boolean): Reply {
  return { outcome: found ? 'done' : 'absent' };
}
