import { defineParameterType } from '@cucumber/cucumber';
import { at } from '../base/assert.ts';
import { KitFault } from '../base/errors.ts';
import type { World } from '../client/world.ts';

/** How each option is written in a phrase. */
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
  policy: /under the policy "([^"]*)"/,
};

type OptionName = keyof typeof forms;

/** What a phrase says in addition; users and policies by their unique names. */
export type Options = Readonly<Partial<Record<OptionName, string>>>;

const named = new Set<string>(['user', 'owner', 'policy'] satisfies OptionName[]);

/** `{options}`: any number of options, in any order, after a space or a comma. */
const choices = Object.values(forms).map(({ source }) => source.replaceAll(/\((?!\?)/g, '(?:'));

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

/** These options; throws KitFault if the phrase has any other. */
export function only<Name extends OptionName>(
  options: Options,
  ...names: readonly Name[]
): Pick<Options, Name> {
  const stray = Object.keys(options).find((name) => !names.some((known) => known === name));
  if (stray !== undefined) throw new KitFault(`this phrase takes no option "${stray}"`);
  return options;
}

/** The option at the start of a text, and the length of its text. */
function firstOption(text: string) {
  for (const [name, { source }] of Object.entries(forms)) {
    const match = new RegExp(`^,? ${source}`).exec(text);
    if (match !== null) return { name, value: at(match, 1), length: match[0].length };
  }
  throw new KitFault(`"${text}" is no option`);
}
