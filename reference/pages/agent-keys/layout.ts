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

/** api-keys.ui-location: the path of the page. */
export const pagePath = '/app/settings/agent-keys';

/** The contents of a page. */
interface Page {
  readonly title: string;
  readonly content: Markup;
}

/** api-keys.ui-location: returns a complete HTML document, with the path to the page in the settings at its top. */
export function layout({ title, content }: Page): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} – Settings</title>
    </head>
    <body>
      <nav>Settings &gt; <a href="${pagePath}">Agent keys</a></nav>
      <main>
        <h1>${title}</h1>
        ${content}
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.toString()}\n`;
}

/** Returns the page for an error. */
export function refusedPage(reason: string): string {
  return layout({
    title: 'This cannot be done',
    content: html`<p>${reason}</p>
      <p><a href="${pagePath}">Open the agent keys</a></p>`,
  });
}
