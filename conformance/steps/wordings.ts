import { defineParameterType, defineStep } from '@cucumber/cucumber';
import { KitFault } from '../base/errors.ts';
import type { World } from '../client/world.ts';
import { optionally } from './optionally.ts';

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

/**
 * Defines a phrase with a parameter that has several wordings. The step calls the function of the wording that matches
 * with the other parameters, and with the doc string or table if the step has one.
 */
export function defineChoice<Given extends unknown[] = []>(
  phrase: string,
  wordings: readonly Wording<(...given: Given) => unknown>[],
): void {
  const parameters = [...phrase.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const place = parameters.findIndex((name) => !elsewhere.has(name));
  defineWordings(parameters[place] ?? '', wordings);
  defineStep(
    phrase,
    optionally(parameters.length, async (...given: unknown[]) => {
      const act = given[place] as (...others: unknown[]) => unknown;
      await act(...given.toSpliced(place, 1));
    }),
  );
}

/** The trimmed entries of a comma-separated list. */
export function entriesOf(list: string): readonly string[] {
  return list.split(',').map((entry) => entry.trim());
}

/** The source of a pattern without capturing groups, which Cucumber would pass to the step as parameters. */
export function withoutGroups(source: string): string {
  return source.replaceAll(/(?<!\\)\((?!\?)/g, '(?:');
}
