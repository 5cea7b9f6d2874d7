import type { FunctionDefinition } from './definition.ts';

/** All functions and operators, in the order of the language's description. */
export const functionDefinitions: readonly FunctionDefinition[] = [];

const byName: ReadonlyMap<string, FunctionDefinition> = new Map(
  functionDefinitions.flatMap((definition) =>
    [definition.name, ...(definition.aliases ?? [])].map((name) => [name, definition] as const),
  ),
);

/** The names of all functions and operators, aliases too. */
export const functionNames: readonly string[] = [...byName.keys()];

/** Gives the definition of a name, in whatever letters it is written. */
export function findFunction(name: string): FunctionDefinition | undefined {
  return byName.get(name.toLowerCase());
}

/** True for the names of functions and operators that are no aggregates. */
export function isFunction(name: string): boolean {
  return byName.has(name.toLowerCase());
}
