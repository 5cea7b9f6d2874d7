const patterns = new Map<string, RegExp>();

/** Returns true if one of the patterns matches the whole text; `*` stands for any text, an escaped one for itself. */
export function matchesGlob(globs: readonly string[], text: string): boolean {
  return globs.some((glob) => {
    const known = patterns.get(glob) ?? patternOf(glob);
    patterns.set(glob, known);
    return known.test(text);
  });
}

function patternOf(glob: string): RegExp {
  const parts = glob.split(/(?<!\\)\*/).map(escaped);
  return new RegExp(`^${parts.join('.*')}$`);
}

function escaped(part: string): string {
  return part.replaceAll('\\*', '*').replace(/[.*+?^$|()[\]{}\\]/g, '\\$&');
}
