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
  const state = stateOf(index, policy, now_ms);
  // If the age cannot be determined, the failure of the index contains the reason.
  const origin_ms = unlessRefused(
    () => originOf(index),
    () => undefined,
  );
  const { failure } = state;
  return {
    index: index.name,
    index_creation_date_millis: index.created_ms,
    time_since_index_creation: formatTime(now_ms - index.created_ms),
    managed: true,
    policy,
    skip: false,
    lifecycle_date_millis: origin_ms,
    age: origin_ms === undefined ? undefined : formatTime(Math.max(0, now_ms - origin_ms)),
    phase: state.phase,
    phase_time_millis: state.phase_ms,
    action: state.action,
    action_time_millis: state.action_ms,
    step: failure === undefined ? state.step : 'ERROR',
    step_time_millis: state.step_ms,
    ...(failure === undefined
      ? {}
      : {
          failed_step: failure.step,
          is_auto_retryable_error: true,
          failed_step_retry_count: failure.retries,
          step_info: { type: failure.type, reason: failure.reason },
        }),
  };
}
