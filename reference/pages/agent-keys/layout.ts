import type { CreatedKey } from '../../security/keys/api-keys.ts';
import type { KeyForm } from './key-form.ts';
import { offered } from './key-form.ts';

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
function layout({ title, content }: Page): string {
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

/** The input of an empty form. */
export const emptyForm: KeyForm = { name: '', privileges: [] };

/**
 * api-keys.ui-asks-for-name-and-privilege, api-keys.ui-keys-never-expire: returns the page with the form, below what is
 * wrong with its input.
 */
export function formPage({ name, privileges }: KeyForm, problems: readonly string[] = []): string {
  const choices = offered.map(({ privilege, meaning }, at) => {
    const checked = privileges.includes(privilege) ? html`checked` : undefined;
    return html`<p>
      <input type="checkbox" id="p${at}" name="privilege" value="${privilege}" ${checked} />
      <label for="p${at}"><code>${privilege}</code> – ${meaning}</label>
    </p>`;
  });
  return layout({
    title: problems.length === 0 ? 'Agent keys' : 'Agent keys: no key was created',
    content: html`${problems.map((problem) => html`<p role="alert">${problem}</p>`)}
      <p>Agents use an agent key to authenticate to the intake.</p>
      <form method="post" action="${pagePath}" novalidate>
        <p>
          <label for="name">Name</label>
          <input id="name" name="name" value="${name}" maxlength="256" autocomplete="off" />
        </p>
        <fieldset>
          <legend>Privileges, at least one</legend>
          ${choices}
        </fieldset>
        <p>The key does not expire: invalidate it with the API when no agent needs it any more.</p>
        <button type="submit">Create agent key</button>
      </form>`,
  });
}

/**
 * api-keys.ui-shows-secret-once: returns the page that shows a new key in the form that agents send. It is the only
 * page that shows the key.
 */
export function createdPage({ encoded }: CreatedKey): string {
  return layout({
    title: 'Agent key created',
    content: html`<p>
        <label for="key">Key</label>
        <textarea id="key" rows="3" readonly>${encoded}</textarea>
      </p>
      <p>Copy it now: it is shown this once. It never expires.</p>
      <p><a href="${pagePath}">Back to the agent keys</a></p>`,
  });
}
