import type { MismatchKind } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import type { Observation } from '../client/record.ts';
import type { Ledger } from '../../spec/clauses.ts';

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
export function plainId(id: string, rewriting: Pick<RewritingUse, 'id'> | undefined): string {
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

/**
 * How a scenario ended. `observed`: the specification is silent, the behaviour was recorded. `incomplete`: it could not
 * run to its end. `not-claimed`: not run to its end, as the profile does not claim something that it uses.
 * `not-allowed`: not run without its flag. `broken`: a bug in the kit. `lost`: the target
 * cannot be reached any more. `interrupted`: the run was stopped.
 */
export type Outcome =
  | 'passed'
  | 'observed'
  | 'failed'
  | 'incomplete'
  | 'not-claimed'
  | 'not-allowed'
  | 'broken'
  | 'lost'
  | 'interrupted';

/** Begins the reason of a scenario that was not run because of `--bail`. */
export const bailPrefix = 'not run: --bail';

/** What a failed scenario expected and got; secrets masked. */
export interface Failure {
  readonly step: string;
  readonly kind: MismatchKind;
  readonly message: string;
  /** The number of the request whose answer is wrong; absent if the message names it, or it is the last. */
  readonly request?: number;
  readonly expected: string;
  readonly got: string;
  /** The differences of two structures, one line each; empty for plain values. */
  readonly differences: readonly string[];
}

/** Prefix of a binary body, which is shown in base64. */
export const base64Mark = 'base64:';

/** An exchange as reports show it: secrets masked, long bodies cut. */
export interface RecordedExchange {
  readonly operation?: string;
  /** The base URL of an intake; absent for a request to the target. */
  readonly base_url?: string;
  readonly method: string;
  readonly path: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly request_body?: string;
  /** Absent if there was no answer. */
  readonly status?: number;
  /** Why there was no answer; absent if there was one. */
  readonly no_answer?: string;
  readonly response_headers: Readonly<Record<string, string>>;
  readonly response_body: string;
  /** A body in CBOR, Smile or Arrow as JSON. */
  readonly response_decoded?: string;
  readonly duration_ms: number;
  /** Why the request was sent a second time; absent if it was sent once. */
  readonly resent?: string;
}

/** A run of the command of the intake as reports show it: secrets masked. */
export interface RecordedCommand {
  /** The command line, quoted for a shell. */
  readonly command: string;
  /** Absent for a process that kept running. */
  readonly exit_code?: number;
  readonly output: string;
  readonly duration_ms: number;
}

/** An answer with a status of 500 or more that no clause forbids. */
export interface ServerError {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

/** How a property was tried, and the smallest value for which it does not hold. */
export interface GeneratedValues {
  /** The number of values, and of the requests that they took. */
  readonly runs: number;
  readonly requests: number;
  /** The pairs of values of its dimensions that were tried together; absent if it has no dimensions. */
  readonly pairs?: { readonly covered: number; readonly possible: number };
  /** Absent if none was found. */
  readonly counterexample?: {
    /** As JSON; secrets masked. */
    readonly value: unknown;
    readonly shrinks: number;
    /** What `fuzz --replay` takes. */
    readonly replay: string;
  };
}

/** A rewriting that sent the requests of a scenario in another way. */
export interface RewritingUse {
  readonly id: string;
  /** The clause that says that the answers are the same. */
  readonly clause: string;
  /** The number of requests that were sent in another way. */
  readonly requests: number;
}

/** The result of one scenario, or of one property. */
export interface ScenarioResult {
  readonly scenario: Scenario;
  readonly outcome: Outcome;
  /** Why it did not run or did not end; absent if it passed or failed, or observed everything. */
  readonly reason?: string;
  readonly failure?: Failure;
  /** The kind of the mismatch that ended it at a step under `Given`; absent if no such step did. */
  readonly precondition?: MismatchKind;
  /** Only of a property. */
  readonly generated?: GeneratedValues;
  /** Only of a scenario whose requests were sent in another way. */
  readonly rewriting?: RewritingUse;
  /** The ids of the rewritings that may send it in another way; only of a scenario that was sent as it is. Not in reports. */
  readonly rewritable?: readonly string[];
  /** The clause whose failure keeps the scenario from judging; only of an incomplete result. */
  readonly depends_on?: string;
  /** The reason that the scenario itself had, before it became that of the clause it depends on. */
  readonly own_reason?: string;
  /** The outcomes of all rounds of `--repeat`, if they differ. */
  readonly outcomes?: readonly Outcome[];
  /** The hook that the scenario needs and the profile does not have. */
  readonly missing_hook?: string;
  /** Kept for every outcome but `passed`. */
  readonly exchanges: readonly RecordedExchange[];
  /** Kept for every outcome but `passed`. */
  readonly commands: readonly RecordedCommand[];
  readonly observations: readonly Observation[];
  /** Absent if there were none, or if the scenario failed. */
  readonly serverErrors?: readonly ServerError[];
  /** What a scenario that judges used and the specification does not show; absent if there is nothing. */
  readonly extras?: readonly string[];
  /** What the requests that the server accepted used and the specification does not show. Not in reports. */
  readonly accepted?: readonly string[];
  /** The extras that it needs and the profile does not claim; only of an incomplete result. */
  readonly missing_extras?: readonly string[];
  /** What a request that was refused means if the server has accepted these extras elsewhere. Not in reports. */
  readonly unless?: Pick<ScenarioResult, 'outcome' | 'reason' | 'failure' | 'precondition'>;
  /** What could not be removed afterwards. */
  readonly leftovers: readonly string[];
  readonly duration_ms: number;
  /** The exchanges as they were sent, with secrets; only if the job asked for them. Never reported. */
  readonly recording?: readonly Exchange[];
}

/** The members of a result that a report has elsewhere, or not at all. */
export const unreported = [
  'scenario',
  'rewritable',
  'serverErrors',
  'accepted',
  'unless',
  'recording',
] as const satisfies readonly (keyof ScenarioResult)[];

/** Called with the result of each scenario when it ends. */
export type OnResult = (result: ScenarioResult) => void;

/** True if some scenarios did not run because the run was stopped. */
export function wereInterrupted(results: readonly ScenarioResult[]): boolean {
  return results.some(({ outcome }) => outcome === 'interrupted');
}

/** The result of a scenario that did not run. */
export function notRun(scenario: Scenario, outcome: Outcome, reason: string): ScenarioResult {
  return {
    scenario,
    outcome,
    reason,
    exchanges: [],
    commands: [],
    observations: [],
    leftovers: [],
    duration_ms: 0,
  };
}

/** Returns why a scenario judged nothing, beginning with its outcome. */
export function whyNotJudged({ outcome, reason }: ScenarioResult): string {
  return `${outcome}: ${reason ?? 'the specification leaves it open'}`;
}

/** One scenario, or one row of an outline, and the clauses that it judges. */
export interface Scenario {
  /** `<uri>:<line>`; for an outline the line of the row. */
  readonly id: string;
  /** Path of the feature file below the root of the suite. */
  readonly uri: string;
  /** Absent for a property, which stands in no file. */
  readonly line?: number;
  readonly name: string;
  /** `<uri>:<line>` of the outline that the scenario is a row of. */
  readonly outline?: string;
  readonly feature: string;
  /** Without `@`, with the clauses. */
  readonly tags: readonly string[];
  readonly clauses: readonly string[];
  /** What it uses and the specification does not show; absent if that is not known. */
  readonly extras?: readonly string[];
  /** True if the specification is silent on all of its clauses: it only observes. */
  readonly silent: boolean;
  /** True if no other scenario may run at the same time, whether or not the run may move the clock of the server. */
  readonly alone: boolean;
  /** True if it moves the clock of the server, if there is a hook for it and the run may; it then runs alone, too. */
  readonly movesClock?: boolean;
  /** True if it waits for the end of a keep time, which some servers notice only after a minute. */
  readonly waits?: boolean;
  /** True if most of its time is a wait: for a keep time, a query in the background, or the start of an intake. */
  readonly lasts?: boolean;
}

/** True for a property, which stands in no file. */
export function isProperty({ line }: Scenario): boolean {
  return line === undefined;
}

/** Returns where a scenario stands; nothing for a property. */
export function placeOf({ uri, line }: Scenario): {
  readonly file?: string;
  readonly line?: number;
} {
  return line === undefined ? {} : { file: uri, line };
}

/** Tag of scenarios that affect the whole server; they need `--allow-global`. */
export const globalTag = 'global';

/** Tag of scenarios that must run alone, though they affect only their own names. */
export const aloneTag = 'alone';
