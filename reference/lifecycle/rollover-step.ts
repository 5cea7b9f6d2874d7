import { streamOf } from '../store/catalog/data-streams.ts';
import { refuse } from '../base/service-error.ts';
import type { Index } from '../store/index-service.ts';
import type { Condition } from './conditions.ts';
import { policyRolls } from './decision.ts';
import { figuresOf } from './index-figures.ts';
import type { LifecycleServices } from './policy-table.ts';
import { carryOut, planRollover } from './rollover.ts';

const complete = 'index.lifecycle.indexing_complete';

/** The result of the action: its conditions are not met, it was complete before, or it was carried out now. */
export type RolloverProgress = 'waits' | 'over' | 'done';

/**
 * Carries out the rollover action of a policy on one index. Throws a ServiceError if the alias of the index is not
 * ready.
 *
 * rollover.waiting-blocks-later-phases, rollover.waiting-ends-when-met, rollover.alias-setting, rollover.alias-details.
 */
export function rollWhenDue(
  index: Index,
  conditions: readonly Condition[],
  world: LifecycleServices,
): RolloverProgress {
  const { catalog, environment } = world;
  const target = targetOf(index, world);
  if (target === undefined) {
    finish(index, undefined, world);
    return 'over';
  }
  const only = catalog.setting('indices.lifecycle.rollover.only_if_has_documents') === 'true';
  if (!policyRolls(conditions, figuresOf(index, environment.now()), only)) return 'waits';
  carryOut(planRollover(target, {}, world), {}, world);
  finish(index, target, world);
  return 'done';
}

/** Returns the alias or data stream to roll over, or undefined if the index has been rolled over or is complete. */
function targetOf(index: Index, { catalog }: LifecycleServices): string | undefined {
  const { name, metadata, settings } = index;
  const stream = streamOf(index, catalog.dataStreams);
  if (stream !== undefined) return stream.indices.at(-1) === name ? stream.name : undefined;
  const alias = settings.flat.get('index.lifecycle.rollover_alias');
  const isComplete = settings.flat.get(complete) === 'true';
  if (alias === undefined || alias === '') {
    if (isComplete) return undefined;
    return refuse(
      `setting [index.lifecycle.rollover_alias] for index [${name}] is empty or not defined`,
    );
  }
  return metadata.rollovers.has(alias) ? undefined : checkedAlias(index, alias, isComplete);
}

function checkedAlias(index: Index, alias: string, isComplete: boolean): string | undefined {
  const { name, aliases } = index;
  const options = aliases.get(alias);
  if (isComplete) {
    if (options?.is_write_index !== true) return undefined;
    return refuse(
      `index [${name}] has [${complete}] set to [true], but is still the write index for alias [${alias}]`,
    );
  }
  if (options === undefined) {
    return refuse(`index.lifecycle.rollover_alias [${alias}] does not point to index [${name}]`);
  }
  if (options.is_write_index === false) {
    return refuse(`index [${name}] is not the write index for alias [${alias}]`);
  }
  return alias;
}

/** Marks the rollover of the index as complete; from now on its age is counted from its rollover. */
function finish(index: Index, target: string | undefined, world: LifecycleServices): void {
  const { catalog, environment } = world;
  if (index.settings.flat.get(complete) !== 'true') {
    catalog.updateSettings(index.name, { [complete]: true });
  }
  const { lifecycle, rollovers } = index.metadata;
  if (lifecycle === undefined || lifecycle.rolled_ms !== undefined) return;
  const moments = target === undefined ? [...rollovers.values()] : [rollovers.get(target)];
  const rolled_ms = moments.at(-1) ?? environment.now();
  index.updateMetadata({ lifecycle: { ...lifecycle, rolled_ms } });
}
