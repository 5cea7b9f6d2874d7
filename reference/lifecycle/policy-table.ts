import type { Environment } from '../base/environment.ts';
import type { Journal } from '../base/journal.ts';
import { RecordedMap } from '../base/journal.ts';
import type { JsonObject } from '../base/json.ts';
import { ServiceError, validationError } from '../base/service-error.ts';
import { selectNamed } from '../base/wildcard.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Index } from '../store/index-service.ts';
import type { Condition } from './conditions.ts';
import type { AliasRules } from './rollover.ts';

/** The phases of an index, in order (lifecycle.other-phases). */
export const phaseNames = ['hot', 'warm', 'cold', 'frozen', 'delete'] as const;

/** The name of a phase. */
export type PhaseName = (typeof phaseNames)[number];

/** The actions of a phase, in the order of execution. */
export type Action =
  | { readonly kind: 'unfollow' }
  | { readonly kind: 'rollover'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'delete' };

/** The name of an action. */
export type ActionName = Action['kind'];

/** One phase of a policy. */
export interface Phase {
  readonly name: PhaseName;
  /** The age at which the phase begins. */
  readonly minAge_ms: number;
  readonly actions: readonly Action[];
}

/** A lifecycle policy. */
export interface Policy {
  /** In the order of `phaseNames`. */
  readonly phases: readonly Phase[];
  /** The JSON of the policy in responses. */
  readonly json: JsonObject;
  /** Warnings for the author of the policy. */
  readonly warnings: readonly string[];
}

/** A stored policy. */
export interface StoredPolicy {
  readonly name: string;
  readonly policy: Policy;
  /** Starts at 1 and grows with every update. */
  readonly version: number;
  readonly modified_ms: number;
}

const maxName_bytes = 255;

/** The policies of the service, by name. */
export class PolicyTable extends RecordedMap<StoredPolicy> {
  constructor(journal: Journal) {
    super(journal, {
      kind: 'lifecycle_policy',
      encode: (stored) => stored,
      decode: (stored) => stored as unknown as StoredPolicy,
    });
  }

  /** Creates or replaces a policy. Throws action_request_validation_exception if the name is invalid. */
  put(name: string, policy: Policy, modified_ms: number): void {
    checkPolicyName(name);
    const present = this.get(name);
    const version = present === undefined ? 1 : present.version + 1;
    this.set(name, { name, policy, version, modified_ms });
  }

  /** Returns policies by names and patterns. Throws resource_not_found_exception for an unknown name. */
  find(names: readonly string[]): readonly StoredPolicy[] {
    return selectNamed(this, names, policyNotFound);
  }

  remove(name: string): void {
    if (!this.delete(name)) throw policyNotFound(name);
  }
}

/** Returns the error for an unknown policy. */
function policyNotFound(name: string): ServiceError {
  return new ServiceError('resource_not_found_exception', `Lifecycle policy not found: ${name}`);
}

function checkPolicyName(name: string): void {
  const bytes = Buffer.byteLength(name);
  const problems = [
    ...(/[\s,]/.test(name) ? ["must not contain a space or ','"] : []),
    ...(name.startsWith('_') ? ["must not start with '_'"] : []),
    ...(bytes > maxName_bytes ? [`must not be longer than ${maxName_bytes} bytes`] : []),
  ];
  if (problems.length === 0) return;
  throw validationError(problems.map((problem) => `invalid policy name [${name}]: ${problem}`));
}

/** The services that policies need. */
export interface LifecycleServices {
  readonly environment: Environment;
  readonly catalog: Catalog;
  readonly policies: PolicyTable;
  readonly aliasRules?: AliasRules | undefined;
  /** Called for every index that a policy deleted. */
  readonly onRemoved: (index: Index) => void;
}
