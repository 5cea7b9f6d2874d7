import { html } from '../html.ts';
import { layout } from './layout.ts';
import { pagePath } from './paths.ts';

/** Returns the page for an error. */
export function refusedPage(reason: string): string {
  return layout({
    title: 'This cannot be done',
    content: html`<p class="problem">${reason}</p>
      <p><a href="${pagePath}">Open the agent keys</a></p>`,
  });
}
