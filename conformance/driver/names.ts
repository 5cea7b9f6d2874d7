/**
 * Adds the prefix of a scenario to an alias, or to each alias of a comma-separated list, so that only this scenario
 * uses the names. Supports wildcards, exclusions `-name` and date math `<name-{now/d}>`; leaves `_all` unchanged.
 */
export function uniqueNames(prefix: string, list: string): string {
  return list
    .split(',')
    .map((part) => part.trim())
    .map((part) => uniqueName(prefix, part))
    .join(',');
}

function uniqueName(prefix: string, part: string): string {
  if (part === '_all' || part === '') return part;
  const sign = /^[-<]+/.exec(part)?.[0] ?? '';
  return `${sign}${prefix}${part.slice(sign.length)}`;
}
