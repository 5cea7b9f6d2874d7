import { randomHex } from '../base/environment.ts';
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

type Field = readonly [name: string, value: string];

const boundary_bytes = 12;

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
export function submissionOf({ method, action, encoding, controls }: HtmlForm): Submission {
  const fields = controls.flatMap(fieldOf);
  if (method === 'GET') {
    const url = new URL(action);
    url.hash = '';
    url.search = new URLSearchParams(listed(fields)).toString();
    return { method, url: url.href };
  }
  const { contentType, text } = written(fields, encoding);
  return { method, url: action, contentType, body: Buffer.from(text, 'utf8') };
}

function replaced(form: HtmlForm, edit: (control: Control) => Control): HtmlForm {
  return { ...form, controls: form.controls.map(edit) };
}

/** True if two controls are the same apart from their state, which may have changed. */
function isSame(one: Control, other: Control): boolean {
  return one.name === other.name && one.value === other.value && one.label === other.label;
}

function fieldOf({ kind, name, value, chosen }: Control): readonly Field[] {
  return name === '' || (kind === 'choice' && !chosen) ? [] : [[name, value]];
}

function written(
  fields: readonly Field[],
  encoding: HtmlForm['encoding'],
): { readonly contentType: string; readonly text: string } {
  if (encoding === 'urlencoded') {
    const text = new URLSearchParams(listed(fields)).toString();
    return { contentType: 'application/x-www-form-urlencoded', text };
  }
  const boundary = `form-${randomHex(boundary_bytes)}`;
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  const contentType = `multipart/form-data; boundary=${boundary}`;
  return { contentType, text: `${parts.join('')}--${boundary}--\r\n` };
}

function listed(fields: readonly Field[]): [string, string][] {
  return fields.map(([name, value]) => [name, value]);
}

function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
