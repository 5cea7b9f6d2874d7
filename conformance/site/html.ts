/** One fact of a `dl`. */
export function fact(name: string, value: Html): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Text that is HTML already: what `html` returns. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: texts are escaped, lists are joined, undefined is left out. */
export type Part = string | number | Html | undefined | readonly Part[];

/** Makes HTML of a template; every part that is not HTML itself is escaped, for elements and quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const [first = '', ...rest] = strings.map(withoutIndent);
  return new Html(`${first}${rest.map((text, at) => `${textOf(parts[at])}${text}`).join('')}`);
}

/** The text of an element, never of an attribute: quotes stay as they are, which keeps code short. */
export function content(text: string): Html {
  return new Html(escaped(text).replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
}

/** A text in which what stands between backquotes is code. */
export function prose(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${content(part)}</code>` : content(part)))}`;
}

/** The indent of a template is for those who read the code. */
function withoutIndent(text: string): string {
  return text.replaceAll(/\n\s*/g, '\n');
}

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escaped(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters that HTML does not allow are shown as their pictures. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (sign) => String(entities[sign]))
    .replaceAll(/\p{Cc}/gu, (sign) =>
      sign === '\n' || sign === '\t'
        ? sign
        : String.fromCodePoint(0x24_00 + (sign.charCodeAt(0) % 0x20)),
    );
}
