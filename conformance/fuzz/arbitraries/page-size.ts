import fc from 'fast-check';

/** Sizes of pages that divide a corpus into many pages, and some that take it whole. */
export const pageSize: fc.Arbitrary<number> = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 7 }), weight: 4 },
  { arbitrary: fc.constantFrom(10, 24, 50), weight: 1 },
);
