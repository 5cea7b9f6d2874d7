type Present<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** The members that have a value. */
export function present<Members extends object>(members: Members): Present<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<Members>;
}
