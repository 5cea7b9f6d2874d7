import fc from 'fast-check';

/** Limit on the attempts to draw a value that is accepted; the last one is taken. */
const maxAttempts = 100;

/** Draws only values that are accepted, but shrinks to others too: what is needed to find a failure need not show it. */
export function drawnWith<Value>(
  inner: fc.Arbitrary<Value>,
  accepts: (value: Value) => boolean,
): fc.Arbitrary<Value> {
  return new Drawn(inner, accepts);
}

class Drawn<Value> extends fc.Arbitrary<Value> {
  readonly #inner: fc.Arbitrary<Value>;
  readonly #accepts: (value: Value) => boolean;

  constructor(inner: fc.Arbitrary<Value>, accepts: (value: Value) => boolean) {
    super();
    this.#inner = inner;
    this.#accepts = accepts;
  }

  override generate(random: fc.Random): fc.Value<Value> {
    let drawn = this.#inner.generate(random, undefined);
    for (let more = maxAttempts; more > 0 && !this.#accepts(drawn.value); more -= 1) {
      drawn = this.#inner.generate(random, undefined);
    }
    return drawn;
  }

  override canShrinkWithoutContext(value: unknown): value is Value {
    return this.#inner.canShrinkWithoutContext(value);
  }

  override shrink(value: Value, context?: unknown): fc.Stream<fc.Value<Value>> {
    return this.#inner.shrink(value, context);
  }
}

/**
 * Draws a value, and a second one that depends on it. Unlike `chain`, it keeps the second one while the first is shrunk;
 * the second has to fit everything that the first shrinks to.
 */
export function drawnFrom<First, Second>(
  first: fc.Arbitrary<First>,
  second: (first: First) => fc.Arbitrary<Second>,
): fc.Arbitrary<readonly [First, Second]> {
  return new DrawnFrom(first, second);
}

/** How the two values of `drawnFrom` were drawn. */
interface Origin<Second> {
  readonly first: unknown;
  readonly arbitrary: fc.Arbitrary<Second>;
  readonly second: unknown;
}

class DrawnFrom<First, Second> extends fc.Arbitrary<readonly [First, Second]> {
  readonly #first: fc.Arbitrary<First>;
  readonly #second: (first: First) => fc.Arbitrary<Second>;

  constructor(first: fc.Arbitrary<First>, second: (first: First) => fc.Arbitrary<Second>) {
    super();
    this.#first = first;
    this.#second = second;
  }

  override generate(random: fc.Random, bias?: number): fc.Value<readonly [First, Second]> {
    const first = this.#first.generate(random, bias);
    const arbitrary = this.#second(first.value);
    const second = arbitrary.generate(random, bias);
    const origin: Origin<Second> = { first: first.context, arbitrary, second: second.context };
    return new fc.Value([first.value, second.value] as const, origin);
  }

  override canShrinkWithoutContext(value: unknown): value is readonly [First, Second] {
    return value === undefined;
  }

  override shrink(
    [first, second]: readonly [First, Second],
    context?: unknown,
  ): fc.Stream<fc.Value<readonly [First, Second]>> {
    if (context === undefined) return fc.Stream.nil();
    const origin = context as Origin<Second>;
    const { arbitrary } = origin;
    const smaller = this.#first
      .shrink(first, origin.first)
      .map(
        ({ value, context: own }) =>
          new fc.Value([value, second] as const, { ...origin, first: own }),
      );
    const simpler = arbitrary
      .shrink(second, origin.second)
      .map(
        ({ value, context: own }) =>
          new fc.Value([first, value] as const, { ...origin, second: own }),
      );
    return smaller.join(simpler);
  }
}
