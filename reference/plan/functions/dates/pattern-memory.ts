/** Maximum number of compiled patterns in a cache. */
const maxPatterns = 100;

/** Returns `compile` with a cache of the last patterns, for patterns that come from a column. */
export function rememberPatterns<T>(compile: (pattern: string) => T): (pattern: string) => T {
  const known = new Map<string, T>();
  return (pattern) => {
    const found = known.get(pattern);
    if (found !== undefined) return found;
    const compiled = compile(pattern);
    if (known.size >= maxPatterns) known.clear();
    known.set(pattern, compiled);
    return compiled;
  };
}
