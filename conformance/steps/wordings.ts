import { defineParameterType, defineStep } from '@cucumber/cucumber';
import { KitFault, at } from '../base/errors.ts';
import type { World } from '../client/world.ts';

/** `{name}`: a quoted alias or comma-separated list of aliases; the step receives their unique names. */
defineParameterType({
  name: 'name',
  regexp: /"([^"]*)"/,
  transformer(this: World, alias: string): string {
    return this.name(alias);
  },
  useForSnippets: false,
});

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

/** Defines a phrase. `run` gets its parameters, and after them the doc string or table if the step has one. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it types the parameters of a phrase
export function definePhrase<Given extends unknown[] = []>(
  phrase: string,
  run: (world: World, given: Given) => unknown,
): void {
  const count = parametersOf(phrase).length;
  const act = async (world: World, given: Given): Promise<void> => void (await run(world, given));
  function step(this: World, ...all: unknown[]): Promise<void> | undefined {
    const given = all.slice(0, -1) as Given;
    if (given.length > count) return act(this, given);
    // cucumber-js passes a callback to a function with one parameter more than the step has arguments.
    const done = all[count] as (error?: unknown) => void;
    act(this, given).then(() => done(), done);
    return undefined;
  }
  defineStep(phrase, Object.defineProperty(step, 'length', { value: count + 1 }));
}

function parametersOf(phrase: string): readonly string[] {
  return [...phrase.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** A wording of a parameter, and the function that returns its value for the world and the groups of the pattern. */
export type Wording<Value> = readonly [RegExp, (world: World, ...groups: string[]) => Value];

/**
 * Defines a Cucumber parameter type with several wordings. The value of a parameter is the result of the function of
 * the wording that matches its text.
 */
export function defineWordings<Value>(name: string, wordings: readonly Wording<Value>[]): void {
  const anchored = wordings.map(
    ([pattern, read]) => [new RegExp(`^(?:${pattern.source})$`), read] as const,
  );
  defineParameterType({
    name,
    regexp: new RegExp(wordings.map(([{ source }]) => withoutGroups(source)).join('|')),
    transformer(this: World, text: string): Value {
      for (const [pattern, read] of anchored) {
        const match = pattern.exec(text);
        if (match !== null) return read(this, ...match.slice(1));
      }
      throw new KitFault(`"${text}" is not a wording of {${name}}`);
    },
    useForSnippets: false,
  });
}

/** Parameters of phrases that are defined elsewhere. */
const elsewhere: ReadonlySet<string> = new Set(['string', 'int', 'name', 'options']);

/** Defines a phrase whose only parameter has several wordings. The step calls the function of the one that matches. */
export function defineChoice(phrase: string, acts: readonly Wording<unknown>[]): void {
  defineChoiceWith<[]>(
    phrase,
    acts.map(([pattern, act]) => [pattern, (world, _, ...groups) => act(world, ...groups)]),
  );
}

/** A wording, and what its step does with the other parameters of its phrase. */
type Act<Given> = readonly [RegExp, (world: World, given: Given, ...groups: string[]) => unknown];

/** Defines a phrase with other parameters beside the one that has several wordings, or with a doc string or table. */
export function defineChoiceWith<Given extends unknown[]>(
  phrase: string,
  acts: readonly Act<Given>[],
): void {
  const place = parametersOf(phrase).findIndex((name) => !elsewhere.has(name));
  const wordings = acts.map(([pattern, act]): Wording<(given: Given) => unknown> => [
    pattern,
    (world, ...groups) =>
      (given) =>
        act(world, given, ...groups),
  ]);
  defineWordings(parametersOf(phrase)[place] ?? '', wordings);
  definePhrase(phrase, (_, given: unknown[]) => {
    const act = given[place] as (others: unknown[]) => unknown;
    return act(given.toSpliced(place, 1));
  });
}

/** The trimmed entries of a comma-separated list. */
export function entriesOf(list: string): readonly string[] {
  return list.split(',').map((entry) => entry.trim());
}

/** The source of a pattern without capturing groups, which Cucumber would pass to the step as parameters. */
export function withoutGroups(source: string): string {
  return source.replaceAll(/(?<!\\)\((?!\?)/g, '(?:');
}
