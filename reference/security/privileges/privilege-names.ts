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
export function privilegeNames<Name extends string>(
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
