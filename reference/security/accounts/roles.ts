import type { Journal } from '../../base/journal.ts';
import { RecordedMap } from '../../base/journal.ts';
import { refuse, tooMany } from '../../base/service-error.ts';
import type { RoleDescriptor } from '../privileges/role-descriptor.ts';
import { superuser } from '../privileges/role-descriptor.ts';
import { checkName } from './parse-user.ts';

/** Maximum number of roles of a server. */
const maxRoles = 10_000;

const reserved: ReadonlyMap<string, RoleDescriptor> = new Map([['superuser', superuser]]);

/** The roles of a server, by name. */
export type Roles = ReturnType<typeof createRoles>;

/** Returns the roles of a server: those in the journal, and `superuser`, which cannot be changed. */
export function createRoles(journal: Journal) {
  const own = new RecordedMap<RoleDescriptor>(journal, {
    kind: 'role',
    encode: (role) => role,
    decode: (stored) => stored as unknown as RoleDescriptor,
  });
  const checkReserved = (name: string): void => {
    if (reserved.has(name)) refuse(`role [${name}] is reserved and may not be modified.`);
  };
  return {
    /** Creates or replaces a role. Returns true if it is new. */
    put(name: string, role: RoleDescriptor): boolean {
      checkName(name, 'Role');
      checkReserved(name);
      const isNew = !own.has(name);
      if (isNew && own.size >= maxRoles) throw tooMany(`[${maxRoles}] roles`);
      own.set(name, role);
      return isNew;
    },
    get: (name: string) => reserved.get(name) ?? own.get(name),
    /** Returns all roles, sorted by name. */
    all: () => new Map([...reserved, ...own].sort(([a], [b]) => (a < b ? -1 : 1))),
    /** Deletes a role. Returns false if it does not exist. */
    delete(name: string): boolean {
      checkReserved(name);
      return own.delete(name);
    },
    reset: () => own.clear(),
  };
}
