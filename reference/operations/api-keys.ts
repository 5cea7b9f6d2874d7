import { refuse, validationError } from '../base/service-error.ts';
import { booleanOf, readMembers, stringOf, textsOf } from '../base/body.ts';
import { requireCluster } from '../security/guard-catalog.ts';
import type { ApiKey, KeySelection } from '../security/keys/api-keys.ts';
import { selectsOwnKeysOnly, selectKeys } from '../security/keys/api-keys.ts';
import { parseApiKey } from '../security/keys/parse-api-key.ts';
import type { Principal } from '../security/principal.ts';
import type { ClusterPrivilege } from '../security/privileges/known-privileges.ts';
import { isEmpty } from '../security/privileges/role-descriptor.ts';
import type { Operation, RequestBody } from './operation.ts';
import { done } from './operation.ts';
import { bodyPart } from './request-parts.ts';

/**
 * Creates a key. No other answer contains the secret.
 *
 * api-keys.post-creates-key, api-keys.id-returned, api-keys.name-returned, api-keys.same-name,
 * api-keys.secret-returned, api-keys.expiration-returned-as-epoch-milliseconds,
 * api-keys.expiration-absent-when-not-requested,
 * api-keys.role-descriptors-request-only.
 */
export const createApiKey: Operation<'createApiKey'> = async ({ body, principal }, service) => {
  const request = parseApiKey(bodyPart(body, null));
  const isDerived = principal.key !== undefined;
  if (isDerived && !(request.roles.length > 0 && request.roles.every(isEmpty))) {
    return refuse(
      'creating derived api keys requires an explicit role descriptor that is empty (has no privileges)',
    );
  }
  const { key, secret, encoded } = await service.security.keys.create(request, principal);
  return done({
    id: key.id,
    name: key.name,
    expiration: key.expires_ms,
    api_key: secret,
    encoded,
  });
};

/**
 * Callers who may create keys see their own keys; seeing others requires `manage_api_key` or `read_security`.
 *
 * api-keys.secret-only-on-creation, api-keys.role-descriptors-request-only.
 */
export const getApiKeys: Operation<'getApiKeys'> = ({ query, principal }, { security }) => {
  const { id, name, username, owner } = query;
  const selection = { ids: id === undefined ? undefined : [id], name, username, owner };
  const chosen = permittedSelection(selection, principal, {
    action: 'getApiKeys',
    privileges: ['manage_api_key', 'read_security'],
  });
  const found = selectKeys(security.keys.all(), chosen, principal);
  return {
    outcome: id !== undefined && found.length === 0 ? 'absent' : 'done',
    body: { api_keys: found.map(renderKey) },
  };
};

/** Invalidates keys. They are refused at once, even if their secret was verified before. */
export const invalidateApiKeys: Operation<'invalidateApiKeys'> = (
  { body, principal },
  { security },
) => {
  const selection = permittedSelection(readSelection(body), principal, {
    action: 'invalidateApiKeys',
    privileges: ['manage_api_key'],
  });
  const ids = selectKeys(security.keys.all(), selection, principal).map(({ id }) => id);
  const invalidated = ids.filter((id) => security.keys.invalidate(id));
  return done({
    invalidated_api_keys: invalidated,
    previously_invalidated_api_keys: ids.filter((id) => !invalidated.includes(id)),
    error_count: 0,
  });
};

interface KeyUse {
  readonly action: string;
  /** Each lets the caller use keys of others. */
  readonly privileges: readonly ClusterPrivilege[];
}

/** Returns a selection, restricted to the caller's own keys unless it may use those of others. Throws a ServiceError. */
function permittedSelection(
  selection: KeySelection,
  principal: Principal,
  { action, privileges }: KeyUse,
): KeySelection {
  checkSelection(selection);
  const mayAll = privileges.some((privilege) => principal.access.cluster(privilege));
  if (mayAll) return selection;
  if (!selectsOwnKeysOnly(selection, principal)) requireCluster(principal, action, privileges);
  return { ...selection, owner: true };
}

function renderKey(key: ApiKey): Readonly<Record<string, unknown>> {
  return {
    id: key.id,
    name: key.name,
    type: 'rest',
    creation: key.created_ms,
    expiration: key.expires_ms,
    invalidated: key.invalidated_ms !== undefined,
    invalidation: key.invalidated_ms,
    username: key.username,
    realm: key.realm.name,
    realm_type: key.realm.type,
    metadata: key.metadata,
  };
}

const criteria = {
  ids: textsOf,
  id: stringOf,
  name: stringOf,
  username: stringOf,
  owner: booleanOf,
};

function readSelection(body: RequestBody | undefined): KeySelection {
  const { ids, id, ...others } = readMembers(bodyPart(body, null), 'invalidate_api_key', criteria);
  if (ids !== undefined && id !== undefined) {
    throw validationError(['only one of [id, ids] can be specified']);
  }
  const selection = { ids: ids ?? (id === undefined ? undefined : [id]), ...others };
  const isOpen = Object.values(selection).every((value) => value === undefined || value === false);
  if (isOpen)
    throw validationError([
      'One of [api key id(s), api key name, username] must be specified if [owner] flag is false',
    ]);
  if (selection.ids?.length === 0) throw validationError(['[ids] must not be empty']);
  return selection;
}

function checkSelection({ ids, name, username, owner }: KeySelection): void {
  if (ids?.includes('') === true || name === '' || username === '') {
    throw validationError(['[id], [name] and [username] must not be blank']);
  }
  if (ids !== undefined && name !== undefined) {
    throw validationError(['only one of [api key id, api key name] can be specified']);
  }
  if (owner === true && username !== undefined) {
    throw validationError([
      '[username] must not be specified when the [owner] flag is set to true',
    ]);
  }
}
