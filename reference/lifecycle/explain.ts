import { unlessRefused } from '../base/service-error.ts';
import { formatTime } from '../base/units.ts';
import type { Index } from '../store/index-service.ts';
import { originOf, policyNameOf, stateOf } from './state.ts';

/**
 * Takes an index and the time; returns its state in its policy, as the members of the explain response. The step of an
 * index with an error is ERROR.
 *
 * lifecycle.other-phases.
 */
export function explainIndex(
  index: Index,
  now_ms: number,
): Readonly<Record<string, unknown>> & { readonly managed: boolean } {
  const policy = policyNameOf(index);
  if (policy === undefined) return { index: index.name, managed: false };
  const { phase, action, step, failure } = stateOf(index, policy);
  // If the age cannot be determined, the failure of the index contains the reason.
  const origin_ms = unlessRefused(
    () => originOf(index),
    () => undefined,
  );
  return {
    index: index.name,
    managed: true,
    policy,
    // The official clients require it.
    skip: false,
    age: origin_ms === undefined ? undefined : formatTime(Math.max(0, now_ms - origin_ms)),
    phase,
    action,
    step: failure === undefined ? step : 'ERROR',
    failed_step: failure && step,
    step_info: failure && { type: failure.type, reason: failure.reason },
  };
}
