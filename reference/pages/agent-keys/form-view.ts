import type { CreatedKey } from '../../security/keys/api-keys.ts';
import { html, layout, pagePath } from './layout.ts';
import type { KeyForm } from './key-form.ts';
import { offered } from './key-form.ts';

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
