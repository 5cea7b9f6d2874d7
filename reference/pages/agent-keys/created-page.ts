import type { CreatedKey } from '../../security/keys/api-keys.ts';
import { html, layout, pagePath } from './layout.ts';

/**
 * api-keys.ui-shows-secret-once: returns the page that shows a new key in the form that agents send. It is the only
 * page that shows the key.
 */
export function createdPage({ key, encoded }: CreatedKey): string {
  return layout({
    title: 'Agent key created',
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
      </div>
      <p><a href="${pagePath}">Back to the agent keys</a></p>`,
  });
}
