/** Text that is HTML already and is not escaped again. Only `html` creates it. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A value of a template: text is escaped, markup is inserted as it is, `undefined` inserts nothing. */
export type Insert = string | number | Markup | readonly Markup[] | undefined;

/**
 * Template tag that escapes every value that is not markup, so that it cannot end the text of an element or a quoted
 * attribute. Attributes without quotes, scripts and styles must not have values.
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
