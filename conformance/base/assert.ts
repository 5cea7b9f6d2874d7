import { KitFault } from './errors.ts';

/** The value; throws KitFault (exit code 5) if it is undefined or null. `what` names the value that must be there. */
export function defined<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new KitFault(`impossible state: no ${what}`);
  return value;
}

/** The entry at an index of a list; throws KitFault (exit code 5) if the index is outside of it. */
export function at<Value>(list: ArrayLike<Value>, index: number): Value {
  return defined(list[index], `entry ${index} in a list of ${list.length}`);
}
