import type { Environment } from '../base/environment.ts';
import type { Identity } from './service.ts';

const id_bytes = 16;

/** Gives a new server its names and the ids by which it can be told from others. */
export function newIdentity(environment: Environment): Identity {
  const id = () => Buffer.from(environment.randomBytes(id_bytes)).toString('base64url');
  return {
    node_id: id(),
    node_name: 'reference-0',
    cluster_name: 'search-reference',
    cluster_uuid: id(),
    started_ms: environment.now(),
  };
}
