import { writeJson } from '../base/body.ts';
import type { Interceptor } from '../run/mutation.ts';
import { onQueryBody, textOfQuery, withMember } from './query-interceptors.ts';
import { listOf, type Members, membersOf } from './interceptors.ts';

/** A placeholder as it stands in the text of a query. */
export interface Placeholder {
  /** True for `??`, which stands for a name. */
  readonly isName: boolean;
  readonly style: 'named' | 'positional' | 'anonymous';
  /** The name or the digits after the question marks; empty if there are none. */
  readonly label: string;
  /** The number of placeholders of its style before it. */
  readonly turn: number;
  /** The number of placeholders of its style and kind before it. */
  readonly turnOfKind: number;
  /** True if brackets follow. */
  readonly isCalled: boolean;
  /** True if a dot stands before or after it. */
  readonly isSegment: boolean;
}

/** How a server binds parameters: the entry for a placeholder, and how the entry is written into the query. */
export interface Binding {
  readonly entryOf: (place: Placeholder, params: readonly unknown[], text: string) => unknown;
  readonly write: (entry: unknown, place: Placeholder) => string;
}

/** String literals, which contain no placeholders, and placeholders. */
const pieces = /"""[\s\S]*?"""|"(?:[^"\\]|\\.)*"|(\?\??)(\w*)/g;

/** The placeholders of a text, from left to right. */
export function placeholdersIn(text: string): readonly Placeholder[] {
  const found: Placeholder[] = [];
  for (const match of text.matchAll(pieces)) {
    const [whole, marks, label = ''] = match;
    if (marks === undefined) continue;
    const end = match.index + whole.length;
    const style = styleOf(label);
    const isName = marks.length > 1;
    const same = found.filter((one) => one.style === style);
    found.push({
      isName,
      style,
      label,
      turn: same.length,
      turnOfKind: same.filter((one) => one.isName === isName).length,
      isCalled: text[end] === '(',
      isSegment: text[end] === '.' || text[match.index - 1] === '.',
    });
  }
  return found;
}

/** Writes the parameters into the text of every query that fits, and forwards it without them. */
export function writingParameters(
  binding: Binding,
  fits: (places: readonly Placeholder[], body: Members) => boolean = () => true,
): Interceptor {
  return onQueryBody((body) => {
    const text = textOfQuery(body);
    const places = placeholdersIn(text);
    if (places.length === 0 || !('params' in body) || !fits(places, body)) return body;
    const params = listOf(body['params']);
    let next = 0;
    const written = text.replace(pieces, (whole, marks: string | undefined) => {
      const place = places[next];
      if (marks === undefined || place === undefined) return whole;
      next += 1;
      return binding.write(binding.entryOf(place, params, text), place);
    });
    return withMember({ ...body, query: written }, 'params', undefined);
  });
}

/** The entry that a placeholder takes, whatever other styles the query uses; null if there is none. */
export function rightEntry(place: Placeholder, params: readonly unknown[]): unknown {
  if (place.style === 'named') return entryNamed(place.label, params);
  const at = place.style === 'positional' ? Number(place.label) - 1 : place.turn;
  return entryAt(at, params);
}

/** The value at a place; that of its only key if it is an object. */
export function entryAt(at: number, params: readonly unknown[]): unknown {
  const entry = params[at] ?? null;
  return typeof entry === 'object' && entry !== null ? Object.values(entry)[0] : entry;
}

/** Writes an entry correctly. */
export function rightText(entry: unknown, place: Placeholder): string {
  if (!place.isName) return writeJson(entry);
  return place.isCalled ? String(entry) : `\`${String(entry).replaceAll('`', '``')}\``;
}

function entryNamed(name: string, params: readonly unknown[]): unknown {
  const entry = params.map(membersOf).find((members) => name in members);
  return entry?.[name] ?? null;
}

function styleOf(label: string): Placeholder['style'] {
  if (label === '') return 'anonymous';
  return /^\d/.test(label) ? 'positional' : 'named';
}
