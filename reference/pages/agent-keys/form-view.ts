import type { CreatedKey } from '../../security/keys/api-keys.ts';
import type { Markup } from './layout.ts';
import { html, layout, pagePath } from './layout.ts';
import type { FormProblems, KeyForm } from './key-form.ts';
import { offered } from './key-form.ts';

/** The contents of a form. */
export interface FormView {
  readonly form: KeyForm;
  readonly problems: FormProblems;
}

/** The input of an empty form. */
export const emptyForm: KeyForm = { name: '', privileges: [] };

/**
 * api-keys.ui-asks-for-name-and-privilege, api-keys.ui-keys-never-expire: returns the page with the form, and problems next
 * to their fields.
 */
export function formPage({ form, problems }: FormView): string {
  const isRefused = problems.name !== undefined || problems.privileges !== undefined;
  return layout({
    title: isRefused ? 'Agent keys: no key was created' : 'Agent keys',
    content: html`<p>Agents use an agent key to authenticate to the intake.</p>
      ${formView({ form, problems })}`,
  });
}

function formView({ form, problems }: FormView): Markup {
  return html`<form class="create" method="post" action="${pagePath}" novalidate>
    ${nameField(form.name, problems.name)} ${privilegeField(form.privileges, problems)}
    <p class="hint">
      The key does not expire: invalidate it with the API when no agent needs it any more.
    </p>
    <button type="submit">Create agent key</button>
  </form>`;
}

function nameField(name: string, problem: string | undefined): Markup {
  const state =
    problem === undefined
      ? html`aria-describedby="name-hint"`
      : html`aria-describedby="name-problem name-hint" aria-invalid="true" autofocus`;
  return html`<label class="field" for="name">Name</label>
    <p class="hint" id="name-hint">Tells you later which agents use the key.</p>
    ${problemText('name', problem)}
    <input
      type="text"
      id="name"
      name="name"
      value="${name}"
      maxlength="256"
      autocomplete="off"
      required
      ${state}
    />`;
}

function privilegeField(chosen: readonly string[], problems: FormProblems): Markup {
  const problem = problems.privileges;
  const isFirst = problem !== undefined && problems.name === undefined;
  const described =
    problem === undefined ? 'privileges-hint' : 'privileges-problem privileges-hint';
  const choices = offered.map(({ privilege, meaning }, at) => {
    const checked = chosen.includes(privilege) ? html`checked` : undefined;
    const focus = isFirst && at === 0 ? html`autofocus` : undefined;
    const invalid = problem === undefined ? undefined : html`aria-invalid="true"`;
    return html`<div class="choice">
      <input
        type="checkbox"
        id="privilege-${at}"
        name="privilege"
        value="${privilege}"
        aria-describedby="${described}"
        ${checked}
        ${invalid}
        ${focus}
      />
      <label for="privilege-${at}"><code>${privilege}</code> – ${meaning}</label>
    </div>`;
  });
  return html`<fieldset aria-describedby="${described}">
    <legend>Privileges</legend>
    <p class="hint" id="privileges-hint">At least one.</p>
    ${problemText('privileges', problem)} ${choices}
  </fieldset>`;
}

function problemText(field: string, problem: string | undefined): Markup | undefined {
  return problem === undefined
    ? undefined
    : html`<p class="problem" id="${field}-problem">${problem}</p>`;
}

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
