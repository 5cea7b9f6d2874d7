import { refuse } from '../base/service-error.ts';
import { checkNoFollower } from '../lifecycle/followers.ts';
import type { Index } from '../store/index-service.ts';

/** The properties of a write that decide whether an index accepts it. */
export interface RestrictedWrite {
  /** The index, alias or data stream in the request. */
  readonly name: string;
  readonly privilege: 'index' | 'create_doc' | 'delete';
  /** True if the write must create a new document. */
  readonly creates: boolean;
  /** True if the write is conditional on the current version of the document. */
  readonly hasCondition?: boolean | undefined;
  /** The routing in the request. */
  readonly routing: string | undefined;
}

/**
 * Throws a ServiceError if an index does not accept a write: a follower accepts only its leader's writes, a data stream
 * only new documents, and a backing index of a data stream no new documents.
 */
export function checkRestrictions(write: RestrictedWrite, index: Index): void {
  checkNoFollower(index);
  const stream = index.metadata.data_stream;
  if (stream === undefined) return;
  if (write.name === index.name) checkBackingWrite(write);
  else checkStreamWrite(write, stream);
}

function checkStreamWrite({ creates, routing }: RestrictedWrite, stream: string): void {
  if (!creates) refuse('only write ops with an op_type of create are allowed in data streams');
  if (routing === undefined) return;
  refuse(
    `index request targeting data stream [${stream}] specifies a custom routing. target the backing indices directly or remove the custom routing.`,
  );
}

function checkBackingWrite({ creates, privilege, hasCondition }: RestrictedWrite): void {
  if (creates) {
    refuse('index request with op_type=create targeting backing indices is disallowed');
  }
  if (privilege === 'delete' || hasCondition === true) return;
  refuse(
    'index request with op_type=index and no if_primary_term and if_seq_no set targeting backing indices is disallowed',
  );
}
