import { grouped } from '../base/grouped.ts';
import { type Control, type HtmlForm, withChoice, withText } from './controls.ts';
import type { HtmlPage } from './page.ts';
import { holdsOwnName } from '../driver/names.ts';

/** The form that creates an agent key. It is recognized by its fields, not by its markup. */
export interface AgentKeyForm {
  readonly form: HtmlForm;
  /** The field for the name; undefined if the form has no text field. */
  readonly name: Control | undefined;
  /** The choices for each privilege. */
  readonly choices: ReadonlyMap<string, readonly Control[]>;
}

/** The name and the privileges of a key to be created. */
export interface AgentKeyWish {
  readonly name: string;
  readonly privileges: readonly string[];
}

/** The privileges of the application `apm` by which the form is recognized. */
export const agentPrivileges = ['config_agent:read', 'event:write', 'sourcemap:write'] as const;

/** Finds the form with choices for privileges, preferably one with a text field; undefined if there is none. */
export function agentKeyFormIn({ forms }: HtmlPage): AgentKeyForm | undefined {
  const found = forms
    .map((form) => ({ form, name: nameFieldOf(form), choices: choicesOf(form) }))
    .filter(({ choices }) => choices.size > 0);
  return found.toSorted((a, b) => weightOf(b) - weightOf(a))[0];
}

/** Fills in the name and exactly these privileges. Adds no fields that the form does not have. */
export function filledIn({ form, name, choices }: AgentKeyForm, wish: AgentKeyWish): HtmlForm {
  const named = name === undefined ? form : withText(form, name, wish.name);
  const all = [...choices].flatMap(([privilege, controls]) =>
    controls.map((control) => ({ control, wanted: wish.privileges.includes(privilege) })),
  );
  return all
    .toSorted((a, b) => Number(a.wanted) - Number(b.wanted))
    .reduce((filled, { control, wanted }) => withChoice(filled, control, wanted), named);
}

function weightOf({ name, choices }: AgentKeyForm): number {
  return (name === undefined ? 0 : agentPrivileges.length) + choices.size;
}

/** The text field for the name: one that is labelled as a name, or else a required one, or else the first. */
function nameFieldOf({ controls }: HtmlForm): Control | undefined {
  const texts = controls.filter(({ kind, name }) => kind === 'text' && name !== '');
  return (
    texts.find(({ name, label }) => /\bname\b/i.test(`${name}\n${label}`)) ??
    texts.find(({ required }) => required) ??
    texts[0]
  );
}

function choicesOf({ controls }: HtmlForm): ReadonlyMap<string, readonly Control[]> {
  const choices = controls.filter(({ kind }) => kind === 'choice');
  return grouped(
    choices.flatMap((control) =>
      [privilegeOf(control) ?? []].flat().map((privilege) => [privilege, control] as const),
    ),
  );
}

/** The privilege of a choice: the only one in its value, or else in its name, or else in its label. */
function privilegeOf({ value, name, label }: Control): string | undefined {
  for (const text of [value, name, label]) {
    const privileges = agentPrivileges.filter((privilege) => text.includes(privilege));
    if (privileges.length === 1) return privileges[0];
  }
  return undefined;
}

/** The most words of a page that are tried as the secret, each with a request. */
const maxCandidates = 60;

/** Minimum length of a word that may be a secret. */
const shortestSecret = 8;
/** Minimum length of a word that is likely to be a secret. */
const tellingSecret = 16;

/**
 * The texts on a page that may be the secret of the key with this id, the most likely first: from a credential in
 * base64, from `id:secret`, or a single word.
 */
export function secretsShown({ texts }: HtmlPage, id: string): readonly string[] {
  const encoded = texts
    .flatMap((text) => text.match(/[\w+/-]{8,}={0,2}/g) ?? [])
    .flatMap((run) => behindId(Buffer.from(run, 'base64').toString('utf8'), id) ?? []);
  const plain = texts.flatMap((text) =>
    text
      .split(id)
      .slice(1)
      .flatMap((rest) => /^:([^\s"'<>]+)/.exec(rest)?.[1] ?? []),
  );
  const words = texts
    .flatMap((text) => text.split(/[\s"'<>,;]+/))
    .filter((word) => word.length >= shortestSecret && word !== id);
  const likelier = words.toSorted((a, b) => Number(isMixed(b)) - Number(isMixed(a)));
  // A name that the kit gave is no secret: hidden as one, it could not be read anywhere in a report.
  const all = [...encoded, ...plain, ...likelier].filter((text) => !holdsOwnName(text));
  return [...new Set(all)].slice(0, maxCandidates);
}

/** True for a word that is likely to be a secret: long, and with letters and digits. */
export function isTelling(word: string): boolean {
  return word.length >= tellingSecret && isMixed(word);
}

/** True if a text contains the words, either unchanged or encoded for HTML or for a URL. */
export function holdsWords(text: string, words: string): boolean {
  const unescaped = text.replace(
    /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi,
    (match, hex?: string, digits?: string) => {
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : match;
    },
  );
  const percentDecoded = text.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [text, unescaped, percentDecoded].some((variant) => variant.includes(words));
}

function isMixed(word: string): boolean {
  return /\d/.test(word) && /[a-z]/i.test(word);
}

function behindId(text: string, id: string): string | undefined {
  return text.startsWith(`${id}:`) ? text.slice(id.length + 1) : undefined;
}
