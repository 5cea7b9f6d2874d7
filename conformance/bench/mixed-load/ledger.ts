/** The value of a name; undefined if there must be nothing of this name. */
export type Value = string | undefined;

/** What a write leaves behind if it is carried out, by name. */
export type Outcome = ReadonlyMap<string, Value>;

/** The value of something that a server was asked to create, and of which only the answer would tell more. */
export const unknownValue = '?';

/** A write that was sent and not answered yet. */
export interface PendingWrite {
  /** Call it when the server has acknowledged the write; `outcome` replaces the one that was expected. */
  acknowledge(outcome?: Outcome): void;
}

/**
 * Keeps what a server must hold after the writes that were sent to it. A write that has no answer may have been carried
 * out or not, so a name can have several permitted values until the server is read again.
 */
export interface Ledger {
  /** Notes a write before it is sent. One that is `whole` is carried out for all of its names or for none. */
  begin(outcome: Outcome, options?: { readonly whole: boolean }): PendingWrite;
  /** The names whose only permitted value is this one. */
  namesOf(value: string): readonly string[];
  /** The only permitted value of a name; undefined if there is none or more than one. */
  valueOf(name: string): Value;
  /**
   * Compares what was found on the server with the ledger, and returns what is wrong. Afterwards the found values are the
   * permitted ones.
   */
  settle(found: ReadonlyMap<string, string>): readonly string[];
  /** The number of names that must be there. */
  size(): number;
}

/** Creates a ledger of an empty server. */
export function createLedger(): Ledger {
  const permitted = new Map<string, ReadonlySet<Value>>();
  const pendingWholes = new Set<Outcome>();
  const set = (name: string, values: ReadonlySet<Value>): void => {
    if (values.size === 1 && values.has(undefined)) permitted.delete(name);
    else permitted.set(name, values);
  };
  const valuesOf = (name: string): ReadonlySet<Value> =>
    permitted.get(name) ?? new Set([undefined]);
  return {
    begin(outcome, { whole } = { whole: false }) {
      for (const [name, value] of outcome) set(name, new Set([...valuesOf(name), value]));
      if (whole) pendingWholes.add(outcome);
      return {
        acknowledge(actual = outcome) {
          pendingWholes.delete(outcome);
          for (const [name, value] of actual) set(name, new Set([value]));
        },
      };
    },
    namesOf: (value) =>
      [...permitted]
        .filter(([, { size }]) => size === 1)
        .flatMap(([name, values]) => (values.has(value) ? [name] : [])),
    valueOf(name) {
      const values = [...valuesOf(name)];
      return values.length === 1 ? values[0] : undefined;
    },
    settle(found) {
      const problems = [
        ...[...pendingWholes].flatMap((outcome) => halfDone(outcome, found)),
        ...[...permitted].flatMap(([name, values]) => differenceOf(name, values, found.get(name))),
        ...[...found.keys()].flatMap((name) =>
          permitted.has(name) ? [] : [`${name}: was never written, or was deleted`],
        ),
      ];
      permitted.clear();
      pendingWholes.clear();
      for (const [name, value] of found) permitted.set(name, new Set([value]));
      return problems;
    },
    size: () => [...permitted.values()].filter((values) => !values.has(undefined)).length,
  };
}

function differenceOf(name: string, values: ReadonlySet<Value>, value: Value): readonly string[] {
  if (values.has(value) || (value !== undefined && values.has(unknownValue))) return [];
  return [`${name}: ${shown(value)} instead of ${[...values].map(shown).join(' or ')}`];
}

/** The problem of a write that was carried out for some of its names and not for others. */
function halfDone(outcome: Outcome, found: ReadonlyMap<string, string>): readonly string[] {
  const done = [...outcome].filter(([name, value]) => found.get(name) === value).length;
  if (done === 0 || done === outcome.size) return [];
  const [first] = outcome.keys();
  return [`${first}: one write was carried out for ${done} of ${outcome.size} names`];
}

function shown(value: Value): string {
  return value ?? 'nothing';
}
