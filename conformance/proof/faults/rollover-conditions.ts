import type { Fault } from '../../run/mutation.ts';
import { ceiling, correctRules, figureOf, sum, wrongRule } from '../rollover-rules.ts';

/** Faults of reading, measuring and combining conditions. */
export const rolloverConditionFaults: readonly Fault[] = [
  wrongRule('rollover-age-always-reached', ['max-age-not-before', 'no-max-met-waits'], {
    isMet: (standing) => standing.name === 'max_age' || correctRules.isMet(standing),
  }),
  wrongRule('rollover-documents-without-replicas', ['max-docs-counts-replicas'], {
    figure: (name, figures) => figureOf(name, { ...figures, replicas: 0 }),
  }),
  wrongRule('rollover-size-with-replicas', ['max-size-ignores-replicas'], {
    figure: (name, figures) =>
      figureOf(name, figures) * (name === 'max_size' ? 1 + figures.replicas : 1),
  }),
  wrongRule('rollover-size-of-the-biggest-primary', ['max-size-sums-primaries'], {
    figure: (name, figures) =>
      figureOf(name.replace('max_size', 'max_primary_shard_size'), figures),
  }),
  wrongRule(
    'rollover-primary-size-of-the-whole-index',
    ['max-primary-shard-size-is-no-sum', 'min-primary-shard-size-blocks'],
    { figure: (name, figures) => figureOf(name.replace('primary_shard_size', 'size'), figures) },
  ),
  wrongRule(
    'rollover-primary-documents-of-the-whole-index',
    ['max-primary-shard-docs-is-no-sum', 'min-primary-shard-docs-blocks'],
    {
      figure: (name, figures) =>
        name.endsWith('primary_shard_docs') ? sum(figures.shardDocs) : figureOf(name, figures),
    },
  ),
  wrongRule(
    'rollover-age-from-the-origin-in-the-settings',
    ['max-age-ignores-origination-date', 'min-age-ignores-origination-date'],
    {
      figure: (name, figures, { settings }) =>
        name.endsWith('_age') && 'index.lifecycle.origination_date' in settings
          ? Number.MAX_SAFE_INTEGER
          : figureOf(name, figures),
    },
  ),
  wrongRule(
    'rollover-age-from-the-date-in-the-name',
    ['max-age-ignores-parsed-origination-date', 'min-age-ignores-origination-date'],
    {
      figure: (name, figures, { settings }) =>
        name.endsWith('_age') && settings['index.lifecycle.parse_origination_date'] === true
          ? Number.MAX_SAFE_INTEGER
          : figureOf(name, figures),
    },
  ),
  wrongRule('rollover-of-empty-indices', ['empty-index-stays'], {
    decide: (one) => correctRules.decide({ ...one, isEmpty: false }),
  }),
  wrongRule('rollover-of-empty-indices-never', ['empty-index-overridden'], {}),
  wrongRule(
    'rollover-ceiling-missing',
    [
      'shard-document-ceiling',
      'shard-document-ceiling-any-shard',
      'shard-document-ceiling-overrides-min',
      'max-primary-shard-docs-above-ceiling',
    ],
    {
      isFull: () => false,
    },
  ),
  wrongRule('rollover-ceiling-one-too-low', ['shard-document-ceiling-not-below'], {
    isFull: ({ shardDocs }) => shardDocs.some((docs) => docs >= ceiling - 1),
  }),
  wrongRule('rollover-ceiling-of-the-average-shard', ['shard-document-ceiling-any-shard'], {
    isFull: ({ shardDocs }) => sum(shardDocs) / shardDocs.length >= ceiling,
  }),
  wrongRule('rollover-ceiling-held-back', ['shard-document-ceiling-overrides-min'], {
    decide: (one) =>
      correctRules.decide({ ...one, isFull: one.isFull && one.minima.every(Boolean) }),
  }),
  wrongRule('rollover-ceiling-raised-by-a-condition', ['max-primary-shard-docs-above-ceiling'], {
    isFull: ({ shardDocs }, conditions) =>
      shardDocs.some((docs) => docs >= Number(conditions['max_primary_shard_docs'] ?? ceiling)),
  }),
  wrongRule(
    'rollover-decided-once-for-all',
    ['waiting-ends-when-met', 'min-docs-lets-pass', 'min-age-lets-pass', 'max-age-triggers'],
    { looksAgain: false },
  ),
];
