/** Matches a version such as `1.2.3-rc.1+build`. */
const form = /^(\d+(?:\.\d+)*)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/;

interface VersionParts {
  readonly numbers: readonly string[];
  readonly release: readonly string[] | undefined;
}

/**
 * Compares versions: by their numbers, a pre-release before its release, the parts of pre-releases as numbers or words.
 * Other texts sort after all versions, by code points. The build decides if all else is equal.
 */
export function compareVersions(a: string, b: string): number {
  const first = partsOf(a);
  const second = partsOf(b);
  if (first === undefined || second === undefined) {
    if (first === undefined && second === undefined) return compareText(a, b);
    return first === undefined ? 1 : -1;
  }
  return (
    compareLists(first.numbers, second.numbers) ||
    compareReleases(first.release, second.release) ||
    compareText(a, b)
  );
}

function partsOf(text: string): VersionParts | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  return { numbers: match[1]?.split('.') ?? [], release: match[2]?.split('.') };
}

function compareReleases(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareLists(a, b);
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const first = a[at];
    const second = b[at];
    if (first === undefined || second === undefined) return first === undefined ? -1 : 1;
    const order = comparePart(first, second);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares parts of a pre-release: numbers by value and before words. */
function comparePart(a: string, b: string): number {
  const isNumber = /^\d+$/;
  const first = isNumber.test(a);
  const second = isNumber.test(b);
  if (first && second) {
    const short = a.replace(/^0+(?=\d)/, '');
    const other = b.replace(/^0+(?=\d)/, '');
    return short.length - other.length || compareText(short, other);
  }
  if (first !== second) return first ? -1 : 1;
  return compareText(a, b);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
