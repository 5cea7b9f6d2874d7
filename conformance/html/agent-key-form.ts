import { grouped } from '../base/grouped.ts';
import type { Control } from './controls.ts';
import type { HtmlForm } from './forms.ts';
import type { HtmlPage } from './page.ts';
import { withChoice, withText } from './submission.ts';

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
