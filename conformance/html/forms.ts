import { type Control, controlsIn } from './controls.ts';
import type { Dom, Elements } from './dom.ts';

/** How a form is written when it is sent. */
export type Encoding = 'urlencoded' | 'multipart' | 'plain';

/** Where a form goes, and how. */
export interface Destination {
  readonly method: 'GET' | 'POST';
  /** An absolute URL. */
  readonly action: string;
  readonly encoding: Encoding;
}

/** A form, as it would be sent if nothing were changed. */
export interface HtmlForm extends Destination {
  /** Those that would be sent, and the first button that sends it; in the order of the page. */
  readonly controls: readonly Control[];
}

/** The most fields that are read from a page. */
export const maxFields = 5000;

/** The forms of a page, in their order; addresses in them start from `base`. */
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
      const words = sender?.sender;
      const stated = {
        method: words?.method ?? form.attr('method'),
        action: words?.action ?? form.attr('action'),
        encoding: words?.encoding ?? form.attr('enctype'),
      };
      return { ...destinationOf(stated, base), controls };
    });
}

/** The fields that are not switched off, by the form that each belongs to: one that it names, or the one around it. */
function fieldsByForm(dom: Dom): ReadonlyMap<object, readonly Elements[]> {
  const { $, ids } = dom;
  const found = new Map<object, Elements[]>();
  const fields = $('input, textarea, select, button').toArray().slice(0, maxFields);
  for (const element of fields) {
    const field = $(element);
    const named = field.attr('form');
    const form = named === undefined ? field.closest('form') : ids.get(named)?.filter('form');
    const owner = form?.get(0);
    if (owner === undefined || isDisabled(dom, field)) continue;
    found.set(owner, [...(found.get(owner) ?? []), field]);
  }
  return found;
}

function isDisabled({ $ }: Dom, field: Elements): boolean {
  if (field.attr('disabled') !== undefined || field.closest('datalist').length > 0) return true;
  return field
    .parents('fieldset[disabled]')
    .toArray()
    .some((fieldset) => $(fieldset).children('legend').first().find(field).length === 0);
}

function destinationOf(
  stated: { readonly [Name in keyof Destination]: string | undefined },
  base: string,
): Destination {
  const action = stated.action?.trim() ?? '';
  return {
    method: stated.method?.trim().toLowerCase() === 'post' ? 'POST' : 'GET',
    action: URL.canParse(action, base) ? new URL(action, base).href : base,
    encoding: encodingOf(stated.encoding?.trim().toLowerCase()),
  };
}

function encodingOf(type: string | undefined): Encoding {
  if (type === 'multipart/form-data') return 'multipart';
  return type === 'text/plain' ? 'plain' : 'urlencoded';
}
