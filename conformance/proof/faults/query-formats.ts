import type { Fault } from '../../run/mutation.ts';
import { formatChoiceFaults } from './query-formats-choice.ts';
import { delimiterFaults } from './query-formats-delimiter.ts';
import { documentFormatFaults } from './query-formats-documents.ts';
import { headerFaults } from './query-formats-header.ts';
import { textFormatFaults } from './query-formats-texts.ts';

/** The faults of the chapter query-formats. */
export const queryFormatFaults: readonly Fault[] = [
  ...formatChoiceFaults,
  ...delimiterFaults,
  ...headerFaults,
  ...documentFormatFaults,
  ...textFormatFaults,
];
