/**
 * Declares state that steps keep during a scenario. Takes a function that returns the state at the start of a scenario;
 * returns a function that returns the state of a world, which is released together with the world.
 */
export function scenarioState<State>(initial: () => State): (world: object) => State {
  const states = new WeakMap<object, State>();
  return (world) => {
    const known = states.get(world);
    if (known !== undefined) return known;
    const fresh = initial();
    states.set(world, fresh);
    return fresh;
  };
}
