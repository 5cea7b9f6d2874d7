import { ServiceError, validationError } from '../base/service-error.ts';
import type { Yielder } from '../base/yielder.ts';
import { RawJson, writeJson } from '../base/write-json.ts';
import { startYielder } from '../base/yielder.ts';
import type { Index } from '../store/index-service.ts';
import type { BulkAction } from './bulk-lines.ts';
import { readBulk } from './bulk-lines.ts';
import type { Operation, QueryOf } from './operation.ts';
import { done } from './operation.ts';
import type { Service } from './service.ts';
import type { WriteAddress, WriteTarget } from './documents.ts';
import { refreshAfter, removalTarget, writeAnswer, writeTarget } from './documents.ts';

/** An action and the name of its index. */
interface BulkItem {
  readonly action: BulkAction;
  readonly name: string;
}

/** Carries out the actions one by one, each with its own result. If the body is malformed, no action is carried out. */
export const bulk: Operation<'bulk'> = async ({ path, query, body }, service) => {
  if (body === undefined) throw new ServiceError('parse_exception', 'request body is required');
  const started_ms = service.environment.elapsed();
  const yielder = startYielder(service.background);
  const items = await readItems(body.bytes, path.index, yielder);
  const written = new Set<Index>();
  const run = { query, bytes: body.bytes, written, yielder };
  // As text, so that many are not written all at once.
  const answers: RawJson[] = [];
  let errors = false;
  for (const item of items) {
    const answer = runItem(item, run, service);
    errors ||= answer.failed;
    answers.push(new RawJson(writeJson({ [item.action.kind]: answer.members })));
    await yielder.yieldIfDue();
  }
  for (const target of written) refreshAfter(target, query.refresh);
  return done({
    errors,
    took: Math.round(service.environment.elapsed() - started_ms),
    items: answers,
  });
};

/** Maximum number of actions, whose results are answered at once. */
const maxItems = 100_000;

/** Throws a ServiceError if an action without an id needs one. */
function checkWithoutId(action: BulkAction): void {
  if (action.kind === 'delete') throw validationError(['id is missing']);
  if (action.kind === 'index' && isVersioned(action)) {
    throw validationError(['an id must be provided if version type or value are set']);
  }
}

async function readItems(
  bytes: Buffer,
  target: string | undefined,
  yielder: Yielder,
): Promise<readonly BulkItem[]> {
  const items: BulkItem[] = [];
  for (const action of readBulk(bytes)) {
    await yielder.yieldIfDue();
    if (action === undefined) continue;
    const name = action.index ?? target;
    if (name === undefined) throw validationError(['index is missing']);
    if (action.id === undefined) checkWithoutId(action);
    items.push({ action, name });
    if (items.length > maxItems) {
      throw validationError([`a bulk request may have at most [${maxItems}] actions`]);
    }
  }
  if (items.length === 0) throw validationError(['no requests added']);
  return items;
}

function isVersioned({ version, version_type = 'internal' }: BulkAction): boolean {
  return version !== undefined || version_type !== 'internal';
}

const statuses = { created: 201, updated: 200, deleted: 200, not_found: 404 } as const;

interface Run {
  readonly query: QueryOf<'bulk'>;
  readonly bytes: Buffer;
  readonly written: Set<Index>;
  readonly yielder: Yielder;
}

interface ItemAnswer {
  readonly failed: boolean;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Carries out an action. What fails names the id too: a generated one if the request has none. */
function runItem({ action, name }: BulkItem, run: Run, service: Service): ItemAnswer {
  const { kind, if_seq_no, if_primary_term, version, version_type } = action;
  const condition = { if_seq_no, if_primary_term, version, version_type };
  let place: { readonly _index: string; readonly _id: string | null } = {
    _index: name,
    _id: action.id ?? null,
  };
  try {
    const { index, routing } = targetOf(action, name, { run, service });
    const id = action.id ?? index.newId();
    place = { _index: index.name, _id: id };
    const source = run.bytes.toString('utf8', action.source.start, action.source.end);
    const hasNewId = action.id === undefined;
    const result =
      kind === 'delete'
        ? index.delete({ id, routing, ...condition })
        : index.index({ id, hasNewId, source, routing, op_type: kind, ...condition });
    run.written.add(index);
    return { failed: false, members: writeAnswer(index, result, statuses[result.result]) };
  } catch (thrown) {
    const { status, error } = service.describe(thrown);
    const { root_cause: _, ...own } = error;
    return { failed: true, members: { ...place, status, error: own } };
  }
}

/** Returns the index of an action, and its routing. */
function targetOf(
  action: BulkAction,
  name: string,
  { run, service }: { readonly run: Run; readonly service: Service },
): WriteTarget {
  const address = {
    name,
    privilege: privilegeOf(action),
    creates: action.kind === 'create',
    routing: action.routing ?? run.query.routing,
    require_alias: action.require_alias ?? run.query.require_alias,
  };
  return (action.kind === 'delete' ? removalTarget : writeTarget)(address, service);
}

function privilegeOf({ kind, id }: BulkAction): WriteAddress['privilege'] {
  if (kind === 'delete') return 'delete';
  return kind === 'create' || id === undefined ? 'create_doc' : 'index';
}
