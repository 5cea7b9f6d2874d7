/** Names of privileges, and what each of them includes. */
export interface PrivilegeNames<Name extends string> {
  readonly names: readonly Name[];
  find(text: string): Name | undefined;
  /** True where who holds `held` has `wanted`. */
  includes(held: Name, wanted: Name): boolean;
  /** The names of all that have `wanted`, itself first. */
  grantedBy(wanted: Name): readonly Name[];
}

/** Takes for each privilege the ones that it includes directly; `all` includes every one, and everybody has `none`. */
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
  const includes = (held: Any, wanted: Any): boolean => closures.get(held)?.has(wanted) ?? false;
  return {
    names,
    includes,
    find: (text) => names.find((name) => name === text),
    grantedBy: (wanted) => [
      wanted,
      ...names.filter((name) => name !== wanted && includes(name, wanted)),
    ],
  };
}
