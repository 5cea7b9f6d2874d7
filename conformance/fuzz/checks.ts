import type { Ledger } from '../../spec/clauses.ts';
import type { Scenario } from '../report/result.ts';
import { scenarioOf } from './outcome.ts';
import { properties } from './properties/index.ts';
import type { Property } from './property.ts';

/** Returns the properties of the clauses of a ledger: all of them, or none for another ledger. */
export function propertiesOf({ byId }: Ledger): readonly Property[] {
  return properties.filter(({ clauses }) => clauses.every((id) => byId.has(id)));
}

/** Returns all that a run can check: scenarios, and properties as scenarios. */
export function withProperties(all: readonly Scenario[], ledger: Ledger): readonly Scenario[] {
  return [...all, ...propertiesOf(ledger).map(scenarioOf)];
}
