/** Returns `compile`, which remembers its last result: patterns are mostly constants. */
export function rememberLast<T>(compile: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly made: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, made: compile(text) };
    return last.made;
  };
}
