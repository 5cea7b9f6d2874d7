import type { CheerioAPI } from 'cheerio';
import { grouped } from '../base/grouped.ts';

/** The `nodeType` of a text node. */
export const textNode = 3;

/** A set of elements of a page. */
export type Elements = ReturnType<ReturnType<CheerioAPI>['children']>;

/** A page, with an index of its ids and labels. */
export interface Dom {
  readonly $: CheerioAPI;
  /** The first element with each id. */
  readonly ids: ReadonlyMap<string, Elements>;
  /** The labels that refer to each field by its id. */
  readonly labels: ReadonlyMap<string, readonly Elements[]>;
}

/** Creates the index of a page. */
export function domOf($: CheerioAPI): Dom {
  const named = $('[id]')
    .toArray()
    .map((element) => [$(element).attr('id') ?? '', $(element)] as const);
  const ids = new Map(named.toReversed());
  const referring = $('label[for]')
    .toArray()
    .map((element) => $(element));
  const labels = grouped(referring.map((label) => [label.attr('for') ?? '', label]));
  return { $, ids, labels };
}

/** Collapses white space to single spaces, and trims the text. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** All texts that label a field, one per line: its labels and attributes, or else the text after it. */
function labelOf({ ids, labels }: Dom, field: Elements): string {
  const id = field.attr('id');
  const enclosing = field.closest('label:not([for])');
  const named = id === undefined ? [] : (labels.get(id) ?? []);
  const described = (field.attr('aria-labelledby') ?? '')
    .split(/\s+/)
    .flatMap((name) => ids.get(name) ?? []);
  const attributes = ['aria-label', 'title', 'placeholder'].map((name) => field.attr(name) ?? '');
  const texts = [
    ...[enclosing, ...named, ...described].map((element) => element.text()),
    ...attributes,
  ]
    .map(oneLine)
    .filter((text) => text !== '');
  return texts.length > 0 ? texts.join('\n') : textAfter(field);
}

/** The text between a field and the next element. */
function textAfter(field: Elements): string {
  const next = field.get(0)?.nextSibling;
  return next?.nodeType === textNode ? oneLine(next.nodeValue ?? '') : '';
}

/** One part of a form that may be submitted with it. */
export interface Control {
  /**
   * `text`: entered by the user; `choice`: a checkbox, a radio button or an option of a list; `fixed`: sent unchanged;
   * `button`: submits the form.
   */
  readonly kind: 'text' | 'choice' | 'fixed' | 'button';
  /** Empty if the control is not sent. */
  readonly name: string;
  readonly value: string;
  /** All texts that label the control, one per line. */
  readonly label: string;
  readonly required: boolean;
  /** True for a choice that is selected. */
  readonly chosen: boolean;
  /** True if the selection of this choice deselects all others with its name. */
  readonly exclusive: boolean;
}

/** Types other than plain text; browsers treat an unknown type as plain text. */
const otherTypes = new Set(
  'hidden tel url email password date month week time datetime-local number range color file'.split(
    ' ',
  ),
);
/** Types of buttons that submit the form. */
const submitTypes = new Set(['submit', 'image']);
/** Types of buttons that do not submit the form. */
const inertTypes = new Set(['button', 'reset']);

const plain = { label: '', required: false, chosen: false, exclusive: false } as const;

/** The controls of a field: one choice per option of a list, none for buttons that do not submit the form. */
export function controlsIn(dom: Dom, field: Elements): readonly Control[] {
  if (field.is('select')) return optionsOf(dom, field);
  const name = field.attr('name') ?? '';
  const type = (field.attr('type') ?? '').trim().toLowerCase();
  if (field.is('button') || submitTypes.has(type) || inertTypes.has(type)) {
    const value = field.attr('value') ?? '';
    return inertTypes.has(type) ? [] : [{ ...plain, kind: 'button', name, value }];
  }
  const words = { label: labelOf(dom, field), required: field.attr('required') !== undefined };
  if (type === 'checkbox' || type === 'radio') {
    const chosen = field.attr('checked') !== undefined;
    const choice = { kind: 'choice', chosen, exclusive: type === 'radio' } as const;
    return [{ ...words, ...choice, name, value: field.attr('value') ?? 'on' }];
  }
  return [{ ...plain, ...words, kind: kindOf(field, type), name, value: textIn(field) }];
}

function kindOf(field: Elements, type: string): 'text' | 'fixed' {
  const isText = field.is('textarea') || !otherTypes.has(type);
  return isText && field.attr('readonly') === undefined ? 'text' : 'fixed';
}

function textIn(field: Elements): string {
  if (!field.is('textarea')) return field.attr('value') ?? '';
  // A browser sends the lines of a text with CR LF.
  return field.text().replace(/\r\n|\r|\n/g, '\r\n');
}

/** The options of a list as choices. In a list with a single selection, the first is selected by default. */
function optionsOf({ $ }: Dom, list: Elements): readonly Control[] {
  const exclusive = list.attr('multiple') === undefined;
  const required = list.attr('required') !== undefined;
  const name = list.attr('name') ?? '';
  const options = list
    .find('option')
    .toArray()
    .map((element) => $(element))
    .filter((option) => option.attr('disabled') === undefined)
    .filter((option) => option.closest('optgroup[disabled]').length === 0);
  const selected = options.filter((option) => option.attr('selected') !== undefined);
  const chosen = exclusive ? [selected.at(-1) ?? options[0]] : selected;
  return options.map((option) => {
    const text = oneLine(option.text());
    const label = [option.attr('label') ?? '', text].filter((words) => words !== '').join('\n');
    const choice = { kind: 'choice', chosen: chosen.includes(option), exclusive } as const;
    // `val()` of the library would return the text with all its white space if there is no attribute.
    const value = option.get(0)?.attribs['value'] ?? text;
    return { ...choice, required, name, value, label };
  });
}

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
