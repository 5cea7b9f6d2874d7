import { type Dom, type Elements, oneLine, textNode } from './dom.ts';

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
