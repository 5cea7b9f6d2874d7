import type { World } from '../client/world.ts';

type Callback = (error?: unknown) => void;

/**
 * Makes the doc string or table of a step optional. `count` is the number of parameters of the phrase; `code` is called
 * with these parameters, and with the doc string or table if the step has one.
 */
export function optionally<Given extends unknown[]>(
  count: Given['length'],
  code: (this: World, ...given: Given) => Promise<void>,
): (this: World, ...given: unknown[]) => Promise<void> | undefined {
  function step(this: World, ...given: unknown[]): Promise<void> | undefined {
    const parameters = given.slice(0, -1) as Given;
    if (parameters.length > count) return code.apply(this, parameters);
    // cucumber-js passes a callback to a function with one parameter more than the step has arguments.
    const done = given[count] as Callback;
    code.apply(this, parameters).then(() => done(), done);
    return undefined;
  }
  return Object.defineProperty(step, 'length', { value: count + 1 });
}
