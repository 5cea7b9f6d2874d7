import { defined } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import type { Catalog } from '../store/catalog.ts';
import { writeIndexOf } from '../store/catalog/aliases.ts';
import { backingName } from '../store/catalog/data-streams.ts';
import { checkIndexName, resolveDateMath } from '../store/catalog/names.ts';
import type { AliasOptions, Index } from '../store/index-service.ts';

/** The plan of a rollover of an alias or data stream. */
interface RolloverPlan {
  readonly target: string;
  readonly kind: 'alias' | 'data_stream';
  readonly source: Index;
  /** Name of the new index. */
  readonly name: string;
  /** The name before date math is resolved. */
  readonly expression: string;
}

/** Members of the rollover request for the new index, besides its template. */
export interface RolloverStart {
  readonly new_index?: string | undefined;
  /** `settings`, `mappings` and `aliases`, each optional. */
  readonly body?: JsonObject | undefined;
}

/** What a server decides about the rollover of an alias. */
export interface AliasRules {
  /** True if the alias leaves the old index even if that was its write index. */
  readonly moves?: boolean;
  /** Returns the name of the next index, from the name that the present one was created with. */
  readonly nextName?: (provided: string, now_ms: number) => string;
}

interface World {
  readonly catalog: Catalog;
  readonly environment: Environment;
  readonly aliasRules?: AliasRules | undefined;
}

/**
 * Plans the rollover of an alias or data stream without changing anything. Throws a ServiceError if it cannot be rolled
 * over.
 */
export function planRollover(
  target: string,
  start: RolloverStart,
  { catalog, environment, aliasRules = {} }: World,
): RolloverPlan {
  const now_ms = environment.now();
  const stream = catalog.dataStreams.get(target);
  if (stream !== undefined) {
    checkStreamStart(start);
    const writeIndex = defined(stream.indices.at(-1), `index of data stream ${target}`);
    const source = defined(catalog.get(writeIndex), `index ${writeIndex}`);
    const name = backingName(target, stream.generation + 1, now_ms);
    return { target, kind: 'data_stream', source, name, expression: name };
  }
  const source = writerOf(target, catalog);
  const expression =
    start.new_index ?? (aliasRules.nextName ?? nextName)(source.providedName, now_ms);
  const name = resolveDateMath(expression, now_ms);
  checkIndexName(name);
  return { target, kind: 'alias', source, name, expression };
}

/**
 * Carries out a plan; returns the new index. If the alias has a write index, both indices keep the alias and the new
 * one becomes the write index; otherwise the alias moves to the new index.
 *
 * rollover.creates-index, rollover.moves-alias, rollover.moves-alias-each-time, rollover.data-stream-new-write-index,
 * rollover.data-stream-generation, rollover.alias-details.
 */
export function carryOut(plan: RolloverPlan, start: RolloverStart, world: World): Index {
  const { catalog, environment } = world;
  const { target, source } = plan;
  const created =
    plan.kind === 'data_stream'
      ? catalog.rollDataStream(target)
      : moveAlias(plan, start.body, world);
  const rollovers = new Map([...source.metadata.rollovers, [target, environment.now()]]);
  source.updateMetadata({ rollovers });
  return created;
}

function moveAlias(
  plan: RolloverPlan,
  body: JsonObject | undefined,
  { catalog, aliasRules = {} }: World,
): Index {
  const { target, source } = plan;
  const options = defined(source.aliases.get(target), `alias ${target}`);
  const created = catalog.create(plan.expression, body);
  const link = (indices: string, changed: AliasOptions) =>
    ({ kind: 'add', indices, aliases: [target], options: changed }) as const;
  catalog.updateAliases(
    options.is_write_index === true && aliasRules.moves !== true
      ? [
          link(source.name, { ...options, is_write_index: false }),
          link(created.name, { ...options, is_write_index: true }),
        ]
      : [
          { kind: 'remove', indices: source.name, aliases: [target], must_exist: true },
          link(created.name, options),
        ],
  );
  return created;
}

function writerOf(alias: string, catalog: Catalog): Index {
  if (catalog.get(alias) !== undefined) {
    return refuse(
      'rollover target is a [concrete index] but one of [alias,data_stream] was expected',
    );
  }
  const members = catalog.aliases().get(alias);
  if (members === undefined) return refuse(`rollover target [${alias}] does not exist`);
  return writeIndexOf(alias, members);
}

function checkStreamStart({ new_index, body }: RolloverStart): void {
  if (new_index !== undefined) {
    refuse('new index name may not be specified when rolling over a data stream');
  }
  if (body !== undefined && Object.keys(body).length > 0) {
    refuse(
      'aliases, mappings, and index settings may not be specified when rolling over a data stream',
    );
  }
}

const minWidth = 6;
const maxDigits = 15;

/**
 * Takes the name that an index was created with, date math included; returns the name for the next index, whose number
 * at the end is one higher, with at least six digits. Throws illegal_argument_exception if the name has no number at
 * the end.
 *
 * rollover.alias-details.
 */
export function nextName(provided: string, now_ms: number): string {
  const resolved = resolveDateMath(provided, now_ms);
  const digits = /-(\d+)>?$/.exec(provided)?.[1];
  if (!/^.*-\d+$/.test(resolved) || digits === undefined) {
    return refuse(`index name [${provided}] does not match pattern '^.*-\\d+$'`);
  }
  if (digits.length > maxDigits) {
    return refuse(
      `the number at the end of the index name [${provided}] is too long to be incremented`,
    );
  }
  const isMath = resolved !== provided;
  const stem = provided.slice(0, provided.lastIndexOf('-') + 1);
  const number = String(Number(digits) + 1).padStart(minWidth, '0');
  return `${stem}${number}${isMath ? '>' : ''}`;
}
