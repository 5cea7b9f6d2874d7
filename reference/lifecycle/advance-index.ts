import { refuse } from '../base/service-error.ts';
import { streamOf } from '../store/catalog/data-streams.ts';
import type { Index } from '../store/index-service.ts';
import { leaderIsDone, unfollow } from './followers.ts';
import { originOf, moveTo, stateOf } from './state.ts';
import type { LifecycleServices, Action, Phase } from './policy-table.ts';
import { phaseNames } from './policy-table.ts';
import type { Condition } from './conditions.ts';
import { policyRolls } from './decision.ts';
import { figuresOf } from './index-figures.ts';
import { carryOut, planRollover } from './rollover.ts';

/** The result of an action: the next action can run, the index waits, or processing ends until the next run. */
type Progress = 'continue' | 'wait' | 'stop';

/**
 * Takes an index and the name of its policy; carries out the actions that are due. Throws a ServiceError if an action
 * fails; the index then stays in its step, and the next run tries again.
 *
 * lifecycle.index-names-its-policy, lifecycle.other-phases.
 */
export function advanceIndex(index: Index, name: string, world: LifecycleServices): void {
  const now_ms = world.environment.now();
  const state = stateOf(index, name);
  index.updateMetadata({ lifecycle: state });
  const stored = world.policies.get(name);
  if (stored === undefined) return refuse(`policy [${name}] does not exist`);
  const { phases } = stored.policy;
  const present = phases.find((phase) => phase.name === state.phase);
  const isOpen = present !== undefined && state.action !== 'complete';
  if (isOpen && !runActions(index, present, world)) return;
  // The following phases are entered until one has not reached its age, or an action is not complete.
  const names: readonly string[] = phaseNames;
  const place = names.indexOf(state.phase);
  for (const phase of phases.filter((each) => names.indexOf(each.name) > place)) {
    if (now_ms - originOf(index) < phase.minAge_ms) return;
    moveTo(index, { phase: phase.name, action: 'complete', step: 'complete' });
    if (!runActions(index, phase, world)) return;
  }
}

function runActions(index: Index, phase: Phase, world: LifecycleServices): boolean {
  for (const action of withUnfollow(phase.actions)) {
    const progress = runAction(index, action, world);
    if (progress !== 'continue') return false;
  }
  moveTo(index, { action: 'complete', step: 'complete' });
  return true;
}

/** rollover.follower-becomes-regular: an index is not rolled over while it follows another one. */
function withUnfollow(actions: readonly Action[]): readonly Action[] {
  const [first] = actions;
  return first?.kind === 'rollover' ? [{ kind: 'unfollow' }, ...actions] : actions;
}

function runAction(index: Index, action: Action, world: LifecycleServices): Progress {
  switch (action.kind) {
    case 'unfollow':
      return unfollowWhenDone(index, world);
    case 'rollover': {
      moveTo(index, { action: 'rollover', step: 'check-rollover-ready' });
      const progress = rollWhenDue(index, action.conditions, world);
      if (progress === 'done') {
        moveTo(index, { action: 'complete', step: 'complete' });
        return 'stop';
      }
      return progress === 'over' ? 'continue' : 'wait';
    }
    case 'delete':
      moveTo(index, { action: 'delete', step: 'delete' });
      remove(index, world);
      return 'stop';
    default:
      return action satisfies never;
  }
}

function unfollowWhenDone(index: Index, world: LifecycleServices): Progress {
  if (index.metadata.leader === undefined) return 'continue';
  const step = 'wait-for-indexing-complete';
  moveTo(index, { action: 'unfollow', step });
  if (!leaderIsDone(index, world.catalog)) return 'wait';
  unfollow(index);
  const alias = index.settings.flat.get('index.lifecycle.rollover_alias');
  if (alias === undefined || !index.aliases.has(alias)) {
    // None of its aliases receives writes, so it is complete, like its leader.
    world.catalog.updateSettings(index.name, { 'index.lifecycle.indexing_complete': true });
  }
  return 'continue';
}

/**
 * Deletes an index, and its data stream if it has no other index.
 *
 * lifecycle.delete-removes-index, lifecycle.delete-waits-for-min-age.
 */
function remove(index: Index, { catalog, onRemoved }: LifecycleServices): void {
  const stream = streamOf(index, catalog.dataStreams);
  const isLast = stream?.indices.length === 1;
  const removed = isLast ? catalog.deleteDataStreams([stream.name]) : catalog.delete(index.name);
  for (const each of removed) onRemoved(each);
}

const complete = 'index.lifecycle.indexing_complete';

/** The result of the action: its conditions are not met, it was complete before, or it was carried out now. */
type RolloverProgress = 'waits' | 'over' | 'done';

/**
 * Carries out the rollover action of a policy on one index. Throws a ServiceError if the alias of the index is not
 * ready.
 *
 * rollover.waiting-blocks-later-phases, rollover.waiting-ends-when-met, rollover.alias-setting, rollover.alias-details.
 */
function rollWhenDue(
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
