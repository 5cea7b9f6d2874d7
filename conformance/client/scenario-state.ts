/**
 * Declares state that steps keep during a scenario. `initial` creates the state of a new scenario; the result returns
 * the state of a world. The state is released together with its world.
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
