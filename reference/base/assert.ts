/**
 * Throws Error if the condition is false: the state that `message` names is a defect of the server. The error is logged
 * and never sent to a client.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`impossible state: ${message}`);
}

/** Returns the value; throws Error if it is undefined or null. `what` names the value in the message. */
export function defined<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Error(`impossible state: no ${what}`);
  return value;
}

/** Returns the entry at an index of a list or typed array; throws Error if the index is out of range. */
export function at<Value>(list: ArrayLike<Value>, index: number): Value {
  const value = list[index];
  if (value === undefined) {
    throw new Error(`impossible state: index ${index} of a list of ${list.length}`);
  }
  return value;
}
