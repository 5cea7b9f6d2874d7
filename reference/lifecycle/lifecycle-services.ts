import type { Environment } from '../base/environment.ts';
import type { Catalog } from '../store/catalog-types.ts';
import type { Index } from '../store/index-service.ts';
import type { AliasRules } from './rollover.ts';
import type { PolicyTable } from './policy-table.ts';

/** The services that policies need. */
export interface LifecycleServices {
  readonly environment: Environment;
  readonly catalog: Catalog;
  readonly policies: PolicyTable;
  readonly aliasRules?: AliasRules | undefined;
  /** Called for every index that a policy deleted. */
  readonly onRemoved: (index: Index) => void;
}
