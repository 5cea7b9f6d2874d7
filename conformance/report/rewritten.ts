import type { Ledger } from '../../spec/clauses.ts';
import { isProperty } from './scenario.ts';
import type { RewritingUse, ScenarioResult } from './result.ts';

/** Separates the id of a scenario from that of the rewriting that sent its requests. */
const separator = '~';

/** The result of a scenario whose requests were sent in another way, under an id of its own. */
export function asRewritten<Result extends Pick<ScenarioResult, 'scenario'>>(
  result: Result,
  { id }: Pick<RewritingUse, 'id'>,
): Result {
  const { scenario } = result;
  return { ...result, scenario: { ...scenario, id: `${scenario.id}${separator}${id}` } };
}

/** The id of the scenario itself. */
export function plainId({
  id,
  rewriting,
}: {
  readonly id: string;
  readonly rewriting?: RewritingUse | undefined;
}): string {
  return rewriting === undefined
    ? id
    : id.slice(0, id.length - rewriting.id.length - separator.length);
}

/** The name of the scenario of a result; with the rewriting, if its requests were sent in another way. */
export function nameOf({ scenario: { name }, rewriting }: ScenarioResult): string {
  return rewriting === undefined ? name : `${name}${separator}${rewriting.id}`;
}

/** A name that ends in a rewriting, and the rewriting; only the name if there is none. */
export function divided(name: string): readonly [name: string, rewriting?: string] {
  const at = name.lastIndexOf(separator);
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + separator.length)];
}

/** True for a result beside those of the examples: of a property, or of a scenario that was sent in another way. */
export function isAdded({
  scenario,
  rewriting,
}: Pick<ScenarioResult, 'scenario' | 'rewriting'>): boolean {
  return rewriting !== undefined || isProperty(scenario);
}

/** Says how the requests were sent, and by which clause the answers have to be the same; empty for other results. */
export function rewritingLines(
  { rewriting }: Pick<ScenarioResult, 'rewriting'>,
  ledger: Ledger,
): readonly string[] {
  if (rewriting === undefined) return [];
  const text = ledger.byId.get(rewriting.clause)?.text.replaceAll(/\s+/g, ' ') ?? '';
  return [`  sent     as ${rewriting.id} (${rewriting.clause})`, `           ${text.trim()}`];
}
