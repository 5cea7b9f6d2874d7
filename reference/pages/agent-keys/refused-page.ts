import { html } from '../html.ts';
import { layout } from './layout.ts';
import { page_path } from './paths.ts';

/** Gives the page that says why something was not done. */
export function refusedPage(reason: string): string {
  return layout({
    title: 'This cannot be done',
    content: html`<p class="problem">${reason}</p>
      <p><a href="${page_path}">Open the agent keys</a></p>`,
  });
}
