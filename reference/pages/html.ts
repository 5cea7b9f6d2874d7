/** Text that is HTML already: nothing in it is escaped again. Only `html` makes it. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What a template takes: text is escaped, markup stands as it is, `undefined` leaves nothing. */
export type Insert = string | number | Markup | readonly Markup[] | undefined;

/**
 * Tag of templates: escapes every insert that is no markup, so that it can end neither an element's text nor an attribute
 * in quotes. Attributes without quotes, scripts and styles take no inserts.
 */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  const text = parts.map((part, at) => `${part}${render(inserts[at])}`);
  return new Markup(text.join(''));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function render(insert: Insert): string {
  if (insert === undefined) return '';
  if (insert instanceof Markup) return insert.toString();
  if (typeof insert === 'object') return insert.map(String).join('');
  return String(insert).replaceAll(/[&<>"'`]/g, (found) => entities[found] ?? found);
}
