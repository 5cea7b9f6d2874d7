/**
 * Turns an alias of a scenario (or a comma-separated list with wildcards, exclusions `-name` and date math
 * `<name-{now/d}>`) into names that only this scenario uses. `_all` is left unchanged.
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
