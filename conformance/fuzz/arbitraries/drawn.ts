import fc from 'fast-check';

/** Limit on the attempts to draw a value that is accepted; the last one is taken. */
const maxAttempts = 100;

/** How values are drawn, and how they shrink; `context` is what `generate` returned beside the value. */
interface Drawing<Value> {
  readonly generate: (random: fc.Random) => fc.Value<Value>;
  readonly shrink: (value: Value, context: unknown) => fc.Stream<fc.Value<Value>>;
}

/** Returns an arbitrary that draws and shrinks in its own way. */
export function drawing<Value>(given: Drawing<Value>): fc.Arbitrary<Value> {
  return new Drawn(given);
}

class Drawn<Value> extends fc.Arbitrary<Value> {
  readonly #given: Drawing<Value>;

  constructor(given: Drawing<Value>) {
    super();
    this.#given = given;
  }

  override generate(random: fc.Random): fc.Value<Value> {
    return this.#given.generate(random);
  }

  override canShrinkWithoutContext(value: unknown): value is Value {
    return value === undefined;
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    return this.#given.shrink(value, context);
  }
}

/** Draws only values that are accepted, but shrinks to others too: what is needed to find a failure need not show it. */
export function drawnWith<Value>(
  inner: fc.Arbitrary<Value>,
  accepts: (value: Value) => boolean,
): fc.Arbitrary<Value> {
  return drawing({
    generate(random) {
      let drawn = inner.generate(random, undefined);
      for (let more = maxAttempts; more > 0 && !accepts(drawn.value); more -= 1) {
        drawn = inner.generate(random, undefined);
      }
      return drawn;
    },
    shrink: (value, context) => inner.shrink(value, context),
  });
}

/** How the two values of `drawnFrom` were drawn. */
interface Origin<Second> {
  readonly first: unknown;
  readonly arbitrary: fc.Arbitrary<Second>;
  readonly second: unknown;
}

/**
 * Draws a value, and a second one that depends on it. Unlike `chain`, it keeps the second one while the first is shrunk;
 * the second has to fit everything that the first shrinks to.
 */
export function drawnFrom<First, Second>(
  one: fc.Arbitrary<First>,
  other: (first: First) => fc.Arbitrary<Second>,
): fc.Arbitrary<readonly [First, Second]> {
  const pair = (first: First, second: Second, origin: Origin<Second>) =>
    new fc.Value([first, second] as const, origin);
  return drawing({
    generate(random) {
      const first = one.generate(random, undefined);
      const arbitrary = other(first.value);
      const second = arbitrary.generate(random, undefined);
      const origin = { first: first.context, arbitrary, second: second.context };
      return pair(first.value, second.value, origin);
    },
    shrink([first, second], context) {
      const origin = context as Origin<Second>;
      const smaller = one
        .shrink(first, origin.first)
        .map(({ value, context: own }) => pair(value, second, { ...origin, first: own }));
      const simpler = origin.arbitrary
        .shrink(second, origin.second)
        .map(({ value, context: own }) => pair(first, value, { ...origin, second: own }));
      return smaller.join(simpler);
    },
  });
}
