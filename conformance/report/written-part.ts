import { UsageError } from '../base/errors.ts';

const first = '<!-- Written by matrix: do not edit by hand. -->';
const last = '<!-- End of what matrix writes. -->';

/**
 * Puts a text into a page: between two comments that mark the part of it that is written by `matrix`. What stands before and after
 * stays. An empty page gets the comments. Throws UsageError if another page has not both of them.
 */
export function withWrittenPart(page: string, text: string): string {
  const part = `${first}\n\n${text}\n${last}\n`;
  if (page === '') return part;
  const [from, to] = [page.indexOf(first), page.indexOf(last)];
  if (from < 0 || to < from) {
    throw new UsageError(`the page has not the lines "${first}" and "${last}", in this order`);
  }
  return `${page.slice(0, from)}${part}${page.slice(to + last.length).replace(/^\n/, '')}`;
}
