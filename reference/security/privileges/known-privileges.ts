/** The names of privileges, and the privileges that each includes. */
export interface PrivilegeNames<Name extends string> {
  readonly names: readonly Name[];
  find(text: string): Name | undefined;
  /** Returns whether the privilege `held` includes `required`. */
  includes(held: Name, required: Name): boolean;
  /** Returns the names of all privileges that include `required`, itself first. */
  grantedBy(required: Name): readonly Name[];
}

/**
 * Takes the privileges that each privilege directly includes. `all` includes all others, and every privilege includes
 * `none`.
 */
function privilegeNames<Name extends string>(
  direct: Readonly<Record<Name | 'all' | 'none', readonly NoInfer<Name>[]>>,
): PrivilegeNames<Name | 'all' | 'none'> {
  type Any = Name | 'all' | 'none';
  const names = Object.keys(direct) as Any[];
  const reached = (from: Any): ReadonlySet<Any> =>
    new Set([from, 'none', ...direct[from].flatMap((next) => [...reached(next)])]);
  const closures = new Map(
    names.map((name) => [name, name === 'all' ? new Set(names) : reached(name)]),
  );
  const includes = (held: Any, required: Any): boolean =>
    closures.get(held)?.has(required) ?? false;
  return {
    names,
    includes,
    find: (text) => names.find((name) => name === text),
    grantedBy: (required) => [
      required,
      ...names.filter((name) => name !== required && includes(name, required)),
    ],
  };
}

/** The privileges that an agent key can have, in the order in which they are listed. */
export const apmPrivileges = ['config_agent:read', 'event:write', 'sourcemap:write'] as const;

/** A privilege that an agent key can have. */
export type ApmPrivilege = (typeof apmPrivileges)[number];

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
