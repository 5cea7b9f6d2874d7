import { ServiceError, validationError } from '../base/service-error.ts';
import type { DocumentDelete, DocumentResult, DocumentWrite } from './index-service.ts';
import type { IndexedDocument } from './memory-segment.ts';

type Conditions = Omit<DocumentDelete, 'id'> & Pick<DocumentWrite, 'hasNewId' | 'op_type'>;

/** The present state of a document before a write. */
export interface Present {
  readonly id: string;
  readonly replaces: IndexedDocument | undefined;
  /** The version of the document if it was deleted recently. */
  readonly deleted: number | undefined;
  readonly place: { readonly index: string; readonly uuid: string; readonly shard: number };
}

/** Primary terms grow when a primary fails, which does not happen here. */
export const primaryTerm = 1;

/** Returns the result of a write. */
export function resultOf(
  { id, place }: Present,
  { _version, _seq_no, result }: Pick<DocumentResult, '_version' | '_seq_no' | 'result'>,
): DocumentResult {
  const { index: _index, shard } = place;
  return { _index, _id: id, _version, _seq_no, _primary_term: primaryTerm, result, shard };
}

/** Returns the version of the document after a write or a deletion. Throws version_conflict_engine_exception. */
export function nextVersion(write: Conditions, present: Present): number {
  if (write.op_type === 'create') checkCreation(write);
  if (write.op_type === 'create' && present.replaces !== undefined) {
    const { version } = present.replaces;
    throw conflict(`document already exists (current version [${version}])`, present);
  }
  return checkConditions(write, present);
}

function checkCreation({ if_seq_no, version, version_type = 'internal' }: Conditions): void {
  if (version !== undefined || version_type !== 'internal') {
    throw validationError([
      version_type === 'internal'
        ? 'create operations do not support explicit versions. use index instead'
        : 'create operations only support internal versioning. use index instead',
    ]);
  }
  if (if_seq_no !== undefined) {
    throw validationError(['create operations do not support compare and set. use index instead']);
  }
}

function checkConditions(write: Conditions, present: Present): number {
  const { if_seq_no, if_primary_term } = write;
  if ((if_seq_no === undefined) !== (if_primary_term === undefined)) {
    throw validationError([
      'ifSeqNo is unassigned, but primary term is set, or the other way round',
    ]);
  }
  const isExternal = write.version_type !== undefined && write.version_type !== 'internal';
  if (if_seq_no !== undefined && (isExternal || write.version !== undefined)) {
    throw validationError(['compare and write operations can not use versioning']);
  }
  if (if_seq_no !== undefined) checkSequence(write, present);
  const current = present.replaces?.version ?? present.deleted;
  if (isExternal) {
    return checkExternal(write, current, present);
  }
  if (write.version === undefined) return current === undefined ? 1 : current + 1;
  throw validationError([
    'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead',
  ]);
}

function checkExternal(
  { version, version_type }: Conditions,
  current: number | undefined,
  present: Present,
): number {
  if (version === undefined) {
    throw validationError([`version type [${version_type}] requires a version`]);
  }
  if (version < 0) {
    const type = String(version_type).toUpperCase();
    throw validationError([`illegal version value [${version}] for version type [${type}]`]);
  }
  const strict = version_type === 'external';
  if (current === undefined || (strict ? version > current : version >= current)) return version;
  throw conflict(
    `current version [${current}] is ${strict ? 'higher or equal to' : 'higher than'} the one provided [${version}]`,
    present,
  );
}

function checkSequence(
  { if_seq_no, if_primary_term, hasNewId }: Conditions,
  present: Present,
): void {
  // A new document has no sequence number to compare.
  if (hasNewId === true) return;
  const required = `required seqNo [${if_seq_no}], primary term [${if_primary_term}].`;
  if (present.replaces === undefined) {
    throw conflict(`${required} but no document was found`, present);
  }
  const { sequence } = present.replaces;
  if (sequence !== if_seq_no || if_primary_term !== 1) {
    throw conflict(
      `${required} current document has seqNo [${sequence}] and primary term [1]`,
      present,
    );
  }
}

function conflict(problem: string, { id, place }: Present): ServiceError {
  return new ServiceError(
    'version_conflict_engine_exception',
    `[${id}]: version conflict, ${problem}`,
    { metadata: { index_uuid: place.uuid, shard: String(place.shard), index: place.index } },
  );
}

const maxId_bytes = 512;

/** Throws action_request_validation_exception if an id is empty or too long. */
export function checkId(id: string): void {
  if (id === '') throw validationError(['if _id is specified it must not be empty']);
  if (id.length * 3 <= maxId_bytes) return;
  const bytes = Buffer.byteLength(id);
  if (bytes > maxId_bytes) {
    throw validationError([
      `id [${id}] is too long, must be no longer than ${maxId_bytes} bytes but was: ${bytes}`,
    ]);
  }
}
