import fc from 'fast-check';

/** Page sizes: mostly small ones that divide a corpus into several pages, some that fit all of it on one page. */
export const pageSize: fc.Arbitrary<number> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.integer({ min: 1, max: 7 }), weight: 4 },
  { arbitrary: fc.constantFrom(10, 24, 50), weight: 1 },
);
