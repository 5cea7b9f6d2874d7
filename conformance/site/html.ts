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
  // The indent of a template is for those who read the code.
  const [first = '', ...rest] = strings.map((text) => text.replaceAll(/\n\s*/g, '\n'));
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

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escaped(String(part));
}

/** A table with a caption and one row of heads; wide ones scroll by themselves, also by keyboard. */
export function table(caption: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
    <table>
      ${tableParts(caption, heads, rows)}
    </table>
  </div>`;
}

/** The caption, the row of heads and the rows of a table. */
export function tableParts(caption: Part, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>`;
}

/** A row of a table: its head, and the cells after it. */
export function tableRow(head: Part, cells: Part): Html {
  return html`<tr>
    <th scope="row">${head}</th>
    ${cells}
  </tr> `;
}

/** Something below a summary, which has to be opened. */
export function folded(summary: Part, content: Part): Html {
  return html`<details>
    <summary>${summary}</summary>
    ${content}
  </details>`;
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

const heading =
  /^\s*(?:Feature|Rule|Background|Scenario|Scenario Outline|Scenario Template|Example):/;
/** The texts of a feature file: its background, and each scenario by the line of its keyword, counted from 1. */
export interface FeatureTexts {
  readonly background: readonly string[];
  readonly scenarios: ReadonlyMap<number, readonly string[]>;
}

/** Divides the text of a feature file; tags and comments belong to the scenario below them. */
export function divideFeature(source: string): FeatureTexts {
  const lines = source.split(/\r?\n/);
  const headings = headingLines(lines);
  const blocks = headings.map((at, index) => {
    const next = headings[index + 1];
    const end = next === undefined ? lines.length : startOf(lines, next);
    return { at, text: dedented(lines.slice(startOf(lines, at), end)) };
  });
  const isBackground = (at: number): boolean => /^\s*Background:/.test(String(lines[at]));
  return {
    background: blocks.filter(({ at }) => isBackground(at)).flatMap(({ text }) => text),
    scenarios: new Map(blocks.map(({ at, text }) => [at + 1, text])),
  };
}

/** Shows lines of Gherkin. */
export function gherkin(lines: readonly string[]): Html {
  // Bodies scroll sideways, so the keyboard has to reach them.
  return html`<pre tabindex="0" class="gherkin"><code>${content(lines.join('\n'))}</code></pre>`;
}

/** A line that looks like a heading inside a text of several lines is none. */
function headingLines(lines: readonly string[]): readonly number[] {
  const found: number[] = [];
  let delimiter = '';
  for (const [at, line] of lines.entries()) {
    const [, mark = ''] = /^\s*("""|```)/.exec(line) ?? [];
    // Inside a text, the other delimiter is a part of it.
    if (mark !== '' && (delimiter === '' || mark === delimiter)) {
      delimiter = delimiter === '' ? mark : '';
    } else if (delimiter === '' && heading.test(line)) found.push(at);
  }
  return found;
}

function startOf(lines: readonly string[], heading: number): number {
  let start = heading;
  while (start > 0 && /^\s*[@#]/.test(String(lines[start - 1]))) start -= 1;
  return start;
}

function dedented(lines: readonly string[]): readonly string[] {
  const until = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const filled = lines.filter((line) => line.trim() !== '');
  const indent = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  return lines.slice(0, until).map((line) => line.slice(indent));
}
