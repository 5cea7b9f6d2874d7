import { extractExamples } from './extract-examples.ts';
import type { QueryExample } from './example.ts';
import { columnExamples } from './column-examples.ts';
import { rowExamples } from './row-examples.ts';
import { sourceExamples } from './source-examples.ts';
import { statsExamples } from './stats-examples.ts';

/** At least one example for each command. */
export const examples: readonly QueryExample[] = [
  ...sourceExamples,
  ...rowExamples,
  ...columnExamples,
  ...statsExamples,
  ...extractExamples,
];
