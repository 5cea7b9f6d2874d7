import { refuse } from '../base/service-error.ts';
import { checkNoFollower } from '../lifecycle/followers.ts';
import type { Index } from '../store/index-service.ts';

/** A write, as far as some indices do not take every write. */
export interface RestrictedWrite {
  /** The name that the write goes to. */
  readonly name: string;
  readonly privilege: 'index' | 'create_doc' | 'delete';
  /** True where the write is one of a new document, and says so. */
  readonly creates: boolean;
  /** True where the write names the state of the document that it changes. */
  readonly hasCondition?: boolean | undefined;
  /** As the request gives it. */
  readonly routing: string | undefined;
}

/**
 * Throws where an index does not take a write: a follower takes those of its leader only, a data stream new documents only, and
 * an index behind one no new documents.
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
