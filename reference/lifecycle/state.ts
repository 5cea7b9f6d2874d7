import { parseInstant } from '../base/dates/dates.ts';
import type { ErrorCause } from '../base/service-error.ts';
import { refuse, unlessRefused } from '../base/service-error.ts';
import type { LifecycleState, Index } from '../store/index-service.ts';
import { formatTime } from '../base/units.ts';

/** A position in a policy. */
interface PolicyPosition {
  readonly phase: string;
  readonly action: string;
  readonly step: string;
}

const beginning: PolicyPosition = { phase: 'new', action: 'complete', step: 'complete' };

/** Returns the name of the policy of an index, or undefined if its settings name none. */
export function policyNameOf({ settings }: Index): string | undefined {
  return settings.flat.get('index.lifecycle.name') || undefined;
}

/** Returns the state of an index in a policy: the initial state, if the policy is different from before. */
export function stateOf({ metadata }: Index, policy: string): LifecycleState {
  const known = metadata.lifecycle;
  if (known?.policy === policy) return known;
  return { policy, ...beginning, rolled_ms: known?.rolled_ms, failure: undefined };
}

/** Moves an index to a position in its policy; a failure belongs to the step before. */
export function moveTo(index: Index, position: Partial<PolicyPosition>): void {
  const { lifecycle } = index.metadata;
  if (lifecycle === undefined) return;
  const next = { ...lifecycle, ...position };
  const { phase, action, step } = lifecycle;
  if (next.phase === phase && next.action === action && next.step === step) return;
  index.updateMetadata({ lifecycle: { ...next, failure: undefined } });
}

/** Sets or clears the failure of an index. */
export function setFailure(index: Index, failure: ErrorCause | undefined): void {
  const { lifecycle } = index.metadata;
  if (lifecycle === undefined || lifecycle.failure === failure) return;
  index.updateMetadata({ lifecycle: { ...lifecycle, failure } });
}

/**
 * Returns the time, in ms since the epoch, from which the age of an index is counted for its phases: its rollover, else
 * the origination date of its settings, else its creation. Throws illegal_argument_exception if the name of the index
 * must contain a date and does not.
 *
 * rollover.delete-counts-from-rollover, rollover.delete-not-from-creation, lifecycle.origination-date.
 */
export function originOf(index: Index): number {
  const rolled_ms = index.metadata.lifecycle?.rolled_ms;
  if (rolled_ms !== undefined) return rolled_ms;
  const { flat } = index.settings;
  const origin_ms = Number(flat.get('index.lifecycle.origination_date') ?? -1);
  if (origin_ms >= 0) return origin_ms;
  if (flat.get('index.lifecycle.parse_origination_date') !== 'true') return index.created_ms;
  return dateInName(index.name);
}

function dateInName(name: string): number {
  const date = /^.*-(\d{4}\.\d{2}\.\d{2})(?:-\d+)?$/.exec(name)?.[1];
  if (date === undefined) {
    return refuse(
      `index name [${name}] does not match pattern '^.*-(\\d{4}.\\d{2}.\\d{2})(-\\d+)?$'`,
    );
  }
  const read = () => parseInstant(date, 'uuuu.MM.dd').ms;
  return unlessRefused(read, ({ reason }) =>
    refuse(`index name [${name}] contains no date: ${reason}`),
  );
}

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
