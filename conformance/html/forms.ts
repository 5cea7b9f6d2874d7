import { type Control, controlsIn } from './controls.ts';
import type { Dom, Elements } from './dom.ts';

/** A form in its current state. */
export interface HtmlForm {
  readonly method: 'GET' | 'POST';
  /** An absolute URL. */
  readonly action: string;
  /** The encoding of the fields in a body. */
  readonly encoding: 'urlencoded' | 'multipart';
  /** The controls in the order of the page; of the submit buttons, only the first. */
  readonly controls: readonly Control[];
}

/** Maximum number of fields that are read from a page. */
export const maxFields = 5000;

/** The forms of a page in order; their addresses are relative to `base`. */
export function formsIn(dom: Dom, base: string): readonly HtmlForm[] {
  const fields = fieldsByForm(dom);
  return dom
    .$('form')
    .toArray()
    .map((element) => {
      const form = dom.$(element);
      const all = (fields.get(element) ?? []).flatMap((field) => controlsIn(dom, field));
      const [sender] = all.filter(({ kind }) => kind === 'button');
      const controls = all.filter((control) => control.kind !== 'button' || control === sender);
      return { ...destinationOf(form, base), controls };
    });
}

/** The enabled fields of each form: those that name the form in their `form` attribute, and those inside it. */
function fieldsByForm(dom: Dom): ReadonlyMap<object, readonly Elements[]> {
  const { $, ids } = dom;
  const found = new Map<object, Elements[]>();
  const fields = $('input, textarea, select, button').toArray().slice(0, maxFields);
  for (const element of fields) {
    const field = $(element);
    const id = field.attr('form');
    const form = id === undefined ? field.closest('form') : ids.get(id)?.filter('form');
    const owner = form?.get(0);
    if (owner === undefined || isDisabled(dom, field)) continue;
    found.set(owner, [...(found.get(owner) ?? []), field]);
  }
  return found;
}

function isDisabled({ $ }: Dom, field: Elements): boolean {
  if (field.attr('disabled') !== undefined) return true;
  return field
    .parents('fieldset[disabled]')
    .toArray()
    .some((fieldset) => $(fieldset).children('legend').first().find(field).length === 0);
}

function destinationOf(form: Elements, base: string): Omit<HtmlForm, 'controls'> {
  const wordOf = (name: string): string => (form.attr(name) ?? '').trim();
  const action = wordOf('action');
  const isMultipart = wordOf('enctype').toLowerCase() === 'multipart/form-data';
  return {
    method: wordOf('method').toLowerCase() === 'post' ? 'POST' : 'GET',
    action: URL.canParse(action, base) ? new URL(action, base).href : base,
    encoding: isMultipart ? 'multipart' : 'urlencoded',
  };
}
