import { writeJson } from '../base/body.ts';
import type { Interceptor } from '../run/mutation.ts';
import { onQueryBody, textOfQuery, withMember } from './query-interceptors.ts';
import { listOf, type Members, membersOf } from './interceptors.ts';

/** A placeholder as it stands in the text of a query. */
export interface Placeholder {
  /** `??`: a name goes here, not a value. */
  readonly isName: boolean;
  readonly style: 'named' | 'positional' | 'anonymous';
  /** The name or the digits behind the marks; empty where there are none. */
  readonly label: string;
  /** How many of its style come before it. */
  readonly turn: number;
  /** How many of its style and kind come before it. */
  readonly turnOfKind: number;
  /** True where brackets follow. */
  readonly isCalled: boolean;
  /** True where a dot stands before or after it. */
  readonly isSegment: boolean;
}

/** How a server binds: which entry a placeholder takes, and how that is written into the text. */
export interface Binding {
  readonly entryOf: (place: Placeholder, params: readonly unknown[], text: string) => unknown;
  readonly write: (entry: unknown, place: Placeholder) => string;
}

/** Literals of the text, which hold no placeholders, and placeholders. */
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

/** Writes the parameters into the text of every query that fits, and sends it on without them. */
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

/** The entry that a placeholder takes, whatever other styles stand beside it; null where there is none. */
export function rightEntry(place: Placeholder, params: readonly unknown[]): unknown {
  if (place.style === 'named') return entryNamed(place.label, params);
  const at = place.style === 'positional' ? Number(place.label) - 1 : place.turn;
  return entryAt(at, params);
}

/** The value at a place; that of its only key where it is an object. */
export function entryAt(at: number, params: readonly unknown[]): unknown {
  const entry = params[at] ?? null;
  return typeof entry === 'object' && entry !== null ? Object.values(entry)[0] : entry;
}

/** Writes an entry as it should be. */
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
