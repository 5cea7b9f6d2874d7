/**
 * Throws Error if a state that the code rules out has occurred. `message` names the state; it reaches the log and
 * never a client, so it needs no advice.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`impossible state: ${message}`);
}

/** The value; throws Error if it is undefined or null. `what` names the value that must be there. */
export function defined<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Error(`impossible state: no ${what}`);
  return value;
}

/** The entry at an index of a list or a typed array; throws Error if the index is outside of it. */
export function at<Value>(list: ArrayLike<Value>, index: number): Value {
  const value = list[index];
  if (value === undefined) {
    throw new Error(`impossible state: index ${index} of a list of ${list.length}`);
  }
  return value;
}
