import { defineParameterType } from '@cucumber/cucumber';
import { KitFault } from '../base/errors.ts';
import type { World } from '../client/world.ts';

/** One wording of a parameter, and the function that reads it: it takes the world and the groups of the pattern. */
export type Wording<Value> = readonly [RegExp, (world: World, ...groups: string[]) => Value];

/**
 * Defines a parameter type for phrases that can end or begin in several ways: its text has one of the wordings, and its
 * value is what the function of that wording returns.
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
      throw new KitFault(`"${text}" is no wording of {${name}}`);
    },
    useForSnippets: false,
  });
}

/** The entries of a list that is separated by commas. */
export function entriesOf(list: string): readonly string[] {
  return list.split(',').map((entry) => entry.trim());
}

/** Groups would become parameters of their own. */
function withoutGroups(source: string): string {
  return source.replaceAll(/(?<!\\)\((?!\?)/g, '(?:');
}
