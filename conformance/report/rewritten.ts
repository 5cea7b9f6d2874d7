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

/** True if one id is that of the scenario with the other id, sent in another way. */
export function isRewritingOf(id: string, scenario: string): boolean {
  return id.startsWith(`${scenario}${separator}`);
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
