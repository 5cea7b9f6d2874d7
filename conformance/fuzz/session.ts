import type { Session } from '../client/session.ts';
import type { Client } from '../driver/client.ts';
import { type IntakeCommand, openIntakeCommand } from '../driver/intake-command.ts';
import { openApiCheck } from '../driver/openapi-check.ts';
import { claimsExtra } from '../driver/missing-reasons.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import type { Masker } from '../report/mask.ts';
import type { TargetSupport } from './target-support.ts';

/** What the session of a fuzz run is made from. */
export interface FuzzSessionOptions {
  readonly target: Target;
  readonly client: Client;
  readonly profile: Profile;
  /** The id of the run, which is part of every name that it makes. */
  readonly run: string;
  readonly isStopping: () => boolean;
  readonly masker: Masker;
  /** Changes the command of the intake; absent for the command of the target. */
  readonly wrapCommand?: (command: IntakeCommand) => IntakeCommand;
}

/** Returns a session for properties. */
export function fuzzSession({ run, masker, wrapCommand, ...options }: FuzzSessionOptions): Session {
  let number = 0;
  const nothing = (): void => undefined;
  const intakeCommand = openIntakeCommand(options.target, options.isStopping);
  return {
    ...options,
    intakeCommand: wrapCommand?.(intakeCommand) ?? intakeCommand,
    check: openApiCheck,
    prefix: `ck-${run}-f`,
    nextNumber: () => (number += 1),
    announceCleanup: nothing,
    announceSecret: (secret) => masker.learn([secret]),
    recordScenario: nothing,
  };
}

/** Returns what a profile says about the values that properties may generate. */
export function supportOf(profile: Profile): TargetSupport {
  const { claims, hooks, lacks, notes } = profile;
  const has = (extra: string): boolean => claimsExtra(profile, extra);
  const shown = ['integer', 'keyword', 'date', 'text'];
  return {
    shards: claims.has('shards'),
    deletes: hooks.delete_document !== undefined,
    formats: ['md', 'cbor', 'smile', 'arrow'].filter((format) => claims.has(format)),
    types: [
      ...shown,
      ...(claims.has('date_nanos') ? ['date_nanos'] : []),
      ...['boolean', 'double'].filter((type) => has(`type:${type}`)),
      // Their values need all digits.
      ...['long', 'unsigned_long'].filter(
        (type) => has(`type:${type}`) && has('default:exact-integers'),
      ),
    ],
    has,
    nested: claims.has('nested') && has('query:nested'),
    intake: claims.has('intake') && claims.has('intake_url'),
    replicas: hooks.assign_replicas !== undefined,
    clock: hooks.advance_clock !== undefined,
    streams:
      hooks.create_data_stream !== undefined &&
      has('call:putIndexTemplate') &&
      has('parameter:op_type'),
    offers: (clause) =>
      claims.has(clause.slice(0, clause.indexOf('.'))) &&
      lacks[clause] === undefined &&
      notes[clause] === undefined,
    deviations: new Set(Object.keys(notes)),
  };
}
