import { defineParameterType } from '@cucumber/cucumber';
import { at } from '../base/assert.ts';
import { KitFault } from '../base/errors.ts';
import type { World } from '../client/world.ts';
import { withoutGroups } from './wordings.ts';

/** The text of each option in a phrase. */
const forms = {
  keep: /kept for "([^"]*)"/,
  size: /with size (\d+)/,
  wait: /waiting "([^"]*)"/,
  format: /in (\w+)/,
  sentAs: /sent as (\w+)/,
  times: /(\d+) times in a row/,
  accept: /accepting "([^"]*)"/,
  delimiter: /with "([^"]*)" as delimiter/,
  user: /as the user "([^"]*)"/,
  owner: /shown to the user "([^"]*)"/,
  until: /until it has (finished)/,
  policy: /under the policy "([^"]*)"/,
};

type OptionName = keyof typeof forms;

/** The options of a phrase; users and policies have their unique names. */
export type Options = Readonly<Partial<Record<OptionName, string>>>;

/** The options whose values are names of the scenario. */
const named = new Set<string>(['user', 'owner', 'policy'] satisfies OptionName[]);

/** `{options}`: any number of options in any order, each after a space or a comma. */
const choices = Object.values(forms).map(({ source }) => withoutGroups(source));

defineParameterType({
  name: 'options',
  regexp: new RegExp(`(?:,? (?:${choices.join('|')}))*`),
  transformer(this: World, text: string): Options {
    const found: (readonly [string, string])[] = [];
    for (let rest = text; rest !== '';) {
      const { name, value, length } = firstOption(rest);
      found.push([name, named.has(name) ? this.name(value) : value]);
      rest = rest.slice(length);
    }
    return Object.fromEntries(found);
  },
  useForSnippets: false,
});

/** Returns the options. Throws KitFault if the phrase has an option that is not among `names`. */
export function only<Name extends OptionName>(
  options: Options,
  ...names: readonly Name[]
): Pick<Options, Name> {
  const stray = Object.keys(options).find((name) => !names.some((known) => known === name));
  if (stray !== undefined) throw new KitFault(`this phrase does not accept the option "${stray}"`);
  return options;
}

/** The option at the start of a text, and the length of its text. */
function firstOption(text: string) {
  for (const [name, { source }] of Object.entries(forms)) {
    const match = new RegExp(`^,? ${source}`).exec(text);
    if (match !== null) return { name, value: at(match, 1), length: match[0].length };
  }
  throw new KitFault(`"${text}" is not an option`);
}
