import type { Control } from './controls.ts';
import type { HtmlForm } from './forms.ts';

/** The request that submits a form. */
export interface Submission {
  readonly method: 'GET' | 'POST';
  /** The URL; if the method is GET, with all fields in its query string. */
  readonly url: string;
  readonly contentType?: string;
  readonly body?: Uint8Array;
}

/** Returns the form with a text in one of its controls. */
export function withText(form: HtmlForm, control: Control, value: string): HtmlForm {
  return replaced(form, (candidate) =>
    candidate === control ? { ...candidate, value } : candidate,
  );
}

/** Returns the form with a choice selected or deselected; selecting an exclusive choice deselects the others. */
export function withChoice(form: HtmlForm, control: Control, chosen: boolean): HtmlForm {
  const deselectsOthers = chosen && control.exclusive;
  return replaced(form, (candidate) => {
    if (candidate.kind !== 'choice') return candidate;
    if (isSame(candidate, control)) return { ...candidate, chosen };
    const isDeselected = deselectsOthers && candidate.name === control.name;
    return isDeselected ? { ...candidate, chosen: false } : candidate;
  });
}

/** The request that a browser sends for a form in its current state. */
export async function submissionOf(form: HtmlForm): Promise<Submission> {
  const { method, action, encoding } = form;
  const [parts, query] = [new FormData(), new URLSearchParams()];
  for (const { kind, name, value, chosen } of form.controls) {
    if (name === '' || (kind === 'choice' && !chosen)) continue;
    parts.append(name, value);
    query.append(name, value);
  }
  if (method === 'GET') {
    const url = new URL(action);
    url.hash = '';
    url.search = query.toString();
    return { method, url: url.href };
  }
  const written = new Response(encoding === 'multipart' ? parts : query);
  // A browser names no character set.
  const contentType = (written.headers.get('content-type') ?? '').replace(/;charset=.*/, '');
  return { method, url: action, contentType, body: new Uint8Array(await written.arrayBuffer()) };
}

function replaced(form: HtmlForm, edit: (control: Control) => Control): HtmlForm {
  return { ...form, controls: form.controls.map(edit) };
}

/** True if two controls are the same apart from their state, which may have changed. */
function isSame(one: Control, other: Control): boolean {
  return one.name === other.name && one.value === other.value && one.label === other.label;
}
