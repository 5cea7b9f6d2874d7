import { html, type Html } from './html.ts';

/** One fact of a `dl`. */
export function fact(name: string, value: Html): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
