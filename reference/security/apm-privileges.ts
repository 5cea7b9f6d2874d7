/** The privileges that an agent key can have, in the order in which they are listed. */
export const apmPrivileges = ['config_agent:read', 'event:write', 'sourcemap:write'] as const;

/** A privilege that an agent key can have. */
export type ApmPrivilege = (typeof apmPrivileges)[number];
