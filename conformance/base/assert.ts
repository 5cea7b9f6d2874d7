import { KitFault } from './errors.ts';

/** Returns the value. Throws KitFault (exit code 5) if it is undefined or null; `what` describes it in the message. */
export function defined<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new KitFault(`impossible state: no ${what}`);
  return value;
}

/** Returns the entry at an index of a list. Throws KitFault (exit code 5) if the index is out of range. */
export function at<Value>(list: ArrayLike<Value>, index: number): Value {
  return defined(list[index], `entry ${index} in a list of ${list.length}`);
}
