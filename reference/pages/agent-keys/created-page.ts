import type { CreatedKey } from '../../security/keys/api-keys.ts';
import type { Markup } from './layout.ts';
import { html, layout, pagePath } from './layout.ts';
import type { AgentSnippet } from './snippets.ts';
import { snippets } from './snippets.ts';

/**
 * api-keys.ui-shows-secret-once: returns the page that shows a new key in the form that agents send. It is the only
 * page that shows the key.
 */
export function createdPage({ key, encoded }: CreatedKey): string {
  return layout({
    title: 'Agent key created',
    copies: true,
    content: html`<p>
        The key <strong><bdi>${key.name}</bdi></strong> never expires.
      </p>
      <div class="secret">
        <label class="field" for="key">Key</label>
        <p class="hint" id="key-hint">Copy it now: it is shown this once.</p>
        <textarea
          id="key"
          rows="3"
          readonly
          autofocus
          autocomplete="off"
          spellcheck="false"
          aria-describedby="key-hint"
        >
${encoded}</textarea>
        <button type="button" data-copy="key" hidden>Copy key</button>
      </div>
      <p class="done" role="status"></p>
      <h2>Give it to an agent</h2>
      ${snippets.map((snippet, at) => snippetView(snippet, `snippet-${at}`, encoded))}
      <p><a href="${pagePath}">Back to the agent keys</a></p>`,
  });
}

function snippetView(
  { agent, option, place, code }: AgentSnippet,
  id: string,
  key: string,
): Markup {
  const text = code(key);
  return html`<details class="agent">
    <summary>${agent}: <code>${option}</code></summary>
    <p class="hint">Goes ${place}.</p>
    <pre id="${id}" tabindex="0" role="group" aria-label="Snippet for ${agent}">${text}</pre>
    <button
      type="button"
      class="plain"
      data-copy="${id}"
      aria-label="Copy snippet for ${agent}"
      hidden
    >
      Copy
    </button>
  </details>`;
}
