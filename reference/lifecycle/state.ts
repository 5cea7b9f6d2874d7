import type { LifecycleFailure, LifecycleState } from '../store/index-metadata.ts';
import type { Index } from '../store/index-service.ts';

/** A place in a policy. */
export interface PolicyPosition {
  readonly phase: string;
  readonly action: string;
  readonly step: string;
}

const beginning: PolicyPosition = { phase: 'new', action: 'complete', step: 'complete' };

/** Returns the policy that the settings of an index name, or undefined if they name none. */
export function policyNameOf({ settings }: Index): string | undefined {
  return settings.flat.get('index.lifecycle.name') || undefined;
}

/** Returns if an index stands in a policy: at its beginning, if the policy is another than before. */
export function stateOf(index: Index, policy: string, now_ms: number): LifecycleState {
  const known = index.metadata.lifecycle;
  if (known?.policy === policy) return known;
  return {
    policy,
    ...beginning,
    phase_ms: now_ms,
    action_ms: now_ms,
    step_ms: now_ms,
    rolled_ms: known?.rolled_ms,
    failure: undefined,
  };
}

/** Moves an index to another place in its policy; times stay where the place does. */
export function moveTo(index: Index, position: Partial<PolicyPosition>, now_ms: number): void {
  const { lifecycle } = index.metadata;
  if (lifecycle === undefined) return;
  const next = { ...lifecycle, ...position };
  const isSamePhase = next.phase === lifecycle.phase;
  const isSameAction = isSamePhase && next.action === lifecycle.action;
  const isSameStep = isSameAction && next.step === lifecycle.step;
  index.updateMetadata({
    lifecycle: {
      ...next,
      phase_ms: isSamePhase ? lifecycle.phase_ms : now_ms,
      action_ms: isSameAction ? lifecycle.action_ms : now_ms,
      step_ms: isSameStep ? lifecycle.step_ms : now_ms,
      failure: isSameStep ? lifecycle.failure : undefined,
    },
  });
}

/** Keeps what an index met with, or forgets it. */
export function setFailure(
  index: Index,
  failure: Pick<LifecycleFailure, 'type' | 'reason'> | undefined,
): void {
  const { lifecycle } = index.metadata;
  if (lifecycle === undefined) return;
  const before = lifecycle.failure;
  if (failure === undefined) {
    if (before !== undefined) index.updateMetadata({ lifecycle: { ...lifecycle, failure } });
    return;
  }
  const isSame = before?.step === lifecycle.step;
  const kept = { ...failure, step: lifecycle.step, retries: isSame ? before.retries + 1 : 0 };
  index.updateMetadata({ lifecycle: { ...lifecycle, failure: kept } });
}
