/** Returns a function that computes a value when it is first called, and returns the same value from then on. */
export function lazily<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => (computed ??= { value: compute() }).value;
}

/** Returns the value of a key in a map; one that is not there yet is made, and added. */
export function madeOnce<Key, Value extends {}>(
  map: Map<Key, Value>,
  key: Key,
  make: (key: Key) => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}

const modules = new Set<() => Promise<unknown>>();

/** Returns a function that loads a module when it is first called; `loadModules` does not wait for that. */
export function loadedLater<Module>(load: () => Promise<Module>): () => Promise<Module> {
  modules.add(load);
  return lazily(load);
}

/**
 * Loads all modules that are loaded later, one after the other: a module that could not be loaded once, for example since no more
 * files could be opened, would never be loaded again.
 */
export async function loadModules(): Promise<void> {
  for (const load of modules) await load();
}
