/** What an agent's key can be good for, in the order in which it is told. */
export const apmPrivileges = ['config_agent:read', 'event:write', 'sourcemap:write'] as const;

export type ApmPrivilege = (typeof apmPrivileges)[number];
