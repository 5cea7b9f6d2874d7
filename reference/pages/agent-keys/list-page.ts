import type { ApiKey } from '../../security/keys/api-keys.ts';
import type { Markup } from './layout.ts';
import { html, layout, revokePath } from './layout.ts';
import { agentPrivileges } from './access.ts';
import type { FormView } from './form-view.ts';
import { formView } from './form-view.ts';

/** Maximum number of keys on the page. */
const maxShown = 100;

/** The contents of the page with the keys. */
export interface ListView extends FormView {
  /** The newest first. */
  readonly keys: readonly ApiKey[];
  /** True after a key was revoked. */
  readonly hasRevoked: boolean;
}

/** api-keys.ui-shows-secret-once: returns the page with the form and the keys, without their secrets. */
export function listPage(view: ListView): string {
  const { keys, problems, hasRevoked } = view;
  const isRefused = problems.name !== undefined || problems.privileges !== undefined;
  const message = hasRevoked
    ? html`<p class="done" role="status">The key was revoked.</p>`
    : undefined;
  return layout({
    title: isRefused ? 'Agent keys: no key was created' : 'Agent keys',
    content: html`${message}
      <p>Agents use an agent key to authenticate to the intake.</p>
      <h2>New key</h2>
      ${formView(view)}
      <h2>Keys</h2>
      ${keyList(keys)}`,
  });
}

function keyList(keys: readonly ApiKey[]): Markup {
  if (keys.length === 0) return html`<p>There are no agent keys yet.</p>`;
  const rest = keys.length - maxShown;
  const more =
    rest > 0 ? html`<p>${rest} older keys are not shown; the API lists them.</p>` : undefined;
  return html`<ul class="keys">
      ${keys.slice(0, maxShown).map(keyItem)}
    </ul>
    ${more}`;
}

function keyItem(key: ApiKey): Markup {
  const { id, name, username, created_ms, expires_ms } = key;
  const expiry = expires_ms === undefined ? 'never expires' : html`expires ${instant(expires_ms)}`;
  return html`<li>
    <div>
      <h3><bdi>${name}</bdi></h3>
      <p><code>${agentPrivileges(key).join(', ')}</code></p>
      <p>
        Created ${instant(created_ms)} by <bdi>${username}</bdi>, ${expiry}, id <code>${id}</code>
      </p>
    </div>
    <details>
      <summary aria-label="Revoke ${name}">Revoke</summary>
      <form method="post" action="${revokePath}">
        <input type="hidden" name="id" value="${id}" />
        <p id="warning-${id}">Agents that use it are refused from then on.</p>
        <button type="submit" class="plain" aria-describedby="warning-${id}">
          Revoke for good
        </button>
      </form>
    </details>
  </li>`;
}

function instant(at_ms: number): Markup {
  const text = new Date(at_ms).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')} UTC</time>`;
}
