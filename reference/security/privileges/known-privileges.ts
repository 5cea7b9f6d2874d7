import { privilegeNames } from './privilege-names.ts';

/** Privileges on the cluster, each with the privileges that it includes. */
export const clusterPrivileges = privilegeNames({
  all: [],
  manage: ['monitor', 'manage_ilm', 'manage_index_templates', 'manage_ccr'],
  monitor: [],
  manage_security: ['read_security', 'manage_api_key'],
  read_security: [],
  manage_api_key: ['manage_own_api_key'],
  manage_own_api_key: [],
  manage_ilm: ['read_ilm'],
  read_ilm: [],
  manage_index_templates: [],
  manage_ccr: ['read_ccr'],
  read_ccr: [],
  none: [],
});

/** Privileges on indices, data streams and aliases, each with the privileges that it includes. */
export const indexPrivileges = privilegeNames({
  all: [],
  manage: [
    'monitor',
    'view_index_metadata',
    'create_index',
    'delete_index',
    'maintenance',
    'manage_ilm',
    'manage_follow_index',
  ],
  monitor: [],
  view_index_metadata: [],
  maintenance: [],
  manage_ilm: [],
  manage_follow_index: [],
  create_index: ['auto_configure'],
  auto_configure: [],
  delete_index: [],
  read: [],
  write: ['index', 'delete'],
  index: ['create'],
  create: ['create_doc'],
  create_doc: [],
  delete: [],
  none: [],
});

/** The name of a cluster privilege. */
export type ClusterPrivilege = (typeof clusterPrivileges.names)[number];
/** The name of an index privilege. */
export type IndexPrivilege = (typeof indexPrivileges.names)[number];
