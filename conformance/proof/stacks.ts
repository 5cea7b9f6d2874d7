import { at } from '../base/assert.ts';
import type { ScenarioResult } from '../report/result.ts';
import type { Scenario } from '../report/scenario.ts';
import { aspects, type Variant } from '../run/mutation.ts';
import { inParts } from './lanes.ts';
import { alarmsIn } from './score.ts';

/** The number of lanes that share the scenarios of a stack; several lanes finish the last stack sooner. */
const partsOfStack = 4;

/**
 * Combines variants into stacks. One server applies all variants of a stack at once, so a stack has at most one variant
 * of each aspect, the outermost aspect first. Every variant is in exactly one stack. There are as many stacks as the
 * largest aspect has variants; aspects start in different stacks to keep the stacks similar in size.
 */
export function stacksOf(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const groups = aspects.map((aspect) => variants.filter((variant) => variant.aspect === aspect));
  const count = Math.max(0, ...groups.map((group) => group.length));
  const stacks = Array.from({ length: count }, (): Variant[] => []);
  for (const [next, variant] of groups.flat().entries()) at(stacks, next % count).push(variant);
  return stacks;
}

/** Runs scenarios against a server that applies all mutations of a stack. */
type RunOn<Mutation> = (
  stack: readonly Mutation[],
  scenarios: readonly Scenario[],
) => Promise<readonly ScenarioResult[]>;

/**
 * Runs the scenarios of these results against a stack of legal mutations. Returns all results, and by mutation those that
 * are not green. If no part of the stack explains them, and they are not green again on the whole stack, they count against
 * the first mutation.
 */
export async function tryStack<Mutation>(
  stack: readonly Mutation[],
  honest: readonly ScenarioResult[],
  run: RunOn<Mutation>,
): Promise<{
  readonly results: readonly ScenarioResult[];
  readonly alarms: ReadonlyMap<Mutation, readonly ScenarioResult[]>;
}> {
  const parts = inParts(honest, partsOfStack, ({ duration_ms }) => duration_ms);
  const results = (await Promise.all(parts.map((part) => run(stack, scenariosOf(part))))).flat();
  const red = alarmsIn(results);
  if (red.length === 0) return { results, alarms: new Map() };
  const again = async (some: readonly Mutation[], before: readonly ScenarioResult[]) =>
    alarmsIn(await run(some, scenariosOf(before)));
  const blamed = await blame(stack, red, again);
  const explained = new Set([...blamed.values()].flat().map(({ scenario }) => scenario.id));
  const others = red.filter(({ scenario }) => !explained.has(scenario.id));
  // A loaded machine may have delayed an answer.
  const unexplained = others.length === 0 ? [] : await again(stack, others);
  if (unexplained.length === 0) return { results, alarms: blamed };
  const first = at(stack, 0);
  const alarms = [...(blamed.get(first) ?? []), ...unexplained];
  return { results, alarms: new Map([...blamed, [first, alarms]]) };
}

/**
 * Finds the mutations of a stack that scenarios or properties fail on, by halves; none if they need several of them. `again`
 * runs those of failed results against some of the mutations, and returns the results that fail.
 */
export async function blame<Mutation, Result>(
  stack: readonly Mutation[],
  red: readonly Result[],
  again: (some: readonly Mutation[], before: readonly Result[]) => Promise<readonly Result[]>,
): Promise<ReadonlyMap<Mutation, readonly Result[]>> {
  if (stack.length === 1) return new Map([[at(stack, 0), red]]);
  const middle = Math.ceil(stack.length / 2);
  const halves = [stack.slice(0, middle), stack.slice(middle)];
  const found = await Promise.all(
    halves.map(async (half) => {
      const failed = await again(half, red);
      return failed.length === 0 ? [] : [...(await blame(half, failed, again))];
    }),
  );
  return new Map(found.flat());
}

function scenariosOf(results: readonly ScenarioResult[]): readonly Scenario[] {
  return results.map(({ scenario }) => scenario);
}
