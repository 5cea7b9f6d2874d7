/**
 * Returns a function that loads a module when it is first called, and returns the same module from then on. Takes the
 * `import()` of the module, which would search for it at every call.
 */
export function lazily<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () => (loading ??= load());
}
