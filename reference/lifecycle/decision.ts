import type { Condition } from './conditions.ts';
import { isMaximum, isMet } from './conditions.ts';
import type { IndexFigures } from './index-figures.ts';

/** Number of documents in a shard that triggers a rollover, regardless of the policy. */
const shardDocumentCeiling = 200_000_000;

/** Conditions that allow a policy to roll over empty indices. */
const emptyOverrides: ReadonlySet<string> = new Set(['min_docs', 'min_primary_shard_docs']);

/**
 * Returns whether conditions allow a rollover: at least one maximum and all minimums must be met. Without conditions it
 * is allowed.
 *
 * rollover.any-max-suffices, rollover.no-max-met-waits, rollover.all-min-required, rollover.max-age-triggers,
 * rollover.max-age-not-before, rollover.max-docs-triggers, rollover.max-docs-not-below, rollover.max-size-triggers,
 * rollover.max-size-not-below, rollover.max-primary-shard-size-triggers, rollover.max-primary-shard-docs-triggers,
 * rollover.min-age-blocks, rollover.min-age-lets-pass, rollover.min-docs-blocks, rollover.min-docs-lets-pass,
 * rollover.min-size-blocks, rollover.min-size-lets-pass, rollover.min-primary-shard-size-blocks,
 * rollover.min-primary-shard-size-lets-pass, rollover.min-primary-shard-docs-blocks,
 * rollover.min-primary-shard-docs-lets-pass.
 */
export function conditionsAllow(conditions: readonly Condition[], figures: IndexFigures): boolean {
  if (conditions.length === 0) return true;
  const met = (condition: Condition): boolean => isMet(condition, figures);
  const minimums = conditions.filter((condition) => !isMaximum(condition));
  return conditions.filter(isMaximum).some(met) && minimums.every(met);
}

/**
 * Returns whether a policy rolls an index over. The document limit of a shard takes precedence. An index without
 * documents is not rolled over if `only_if_has_documents` is true and the policy has no minimum number of documents.
 *
 * rollover.shard-document-ceiling, rollover.shard-document-ceiling-not-below,
 * rollover.shard-document-ceiling-any-shard, rollover.shard-document-ceiling-overrides-min,
 * rollover.max-primary-shard-docs-above-ceiling, rollover.empty-index-stays, rollover.empty-index-overridden,
 * rollover.empty-index-other-overrides.
 */
export function policyRolls(
  conditions: readonly Condition[],
  figures: IndexFigures,
  onlyIfHasDocuments: boolean,
): boolean {
  if (figures.largestDocs >= shardDocumentCeiling) return true;
  const isHeldBack =
    onlyIfHasDocuments &&
    figures.docs === 0 &&
    !conditions.some(({ name }) => emptyOverrides.has(name));
  return !isHeldBack && conditionsAllow(conditions, figures);
}
