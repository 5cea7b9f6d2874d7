import type fc from 'fast-check';
import { jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { pageOf } from '../../client/cursors.ts';
import { writeAll } from '../../client/documents.ts';
import { isSuccess } from '../../client/expectations.ts';
import { valueAt } from '../../client/json-path.ts';
import { maxHits } from '../searching.ts';
import { prepared } from '../set-up.ts';
import { step, type StepTarget } from './step.ts';

/** The fields of the documents; those that the mapping lacks are added by the first document. */
export const fieldNames = ['a', 'b', 'c'] as const;

/** The fields that only copies have. */
export const targetNames = ['s', 't'] as const;

type Field = (typeof fieldNames)[number];
type Copy = (typeof targetNames)[number];

/** The values of one document by the fields in which a search finds them. */
type Searchable = ReadonlyMap<string, readonly number[]>;

/** The model: which fields are mapped, where they are copied to, and what searches find. */
export interface MappingModel {
  copies: ReadonlyMap<Field, Copy | undefined>;
  documents: ReadonlyMap<string, Searchable>;
}

/** The index. */
export interface MappingTarget extends StepTarget {
  readonly index: string;
}

/** A command on a mapping and the documents under it. */
export type MappingStep = fc.AsyncCommand<MappingModel, MappingTarget>;

/** Creates a command that writes a document, which may add fields to the mapping. */
export function writeFieldsStep(
  id: string,
  values: Readonly<Partial<Record<Field, number>>>,
): MappingStep {
  return step({
    name: `write ${id} ${JSON.stringify(values)}`,
    check: () => true,
    async run(model, { world, index }) {
      await prepared(() => writeAll(world, [{ index, id, source: values }]), 'a document');
      const found = new Map<string, readonly number[]>();
      const copies = new Map(model.copies);
      for (const name of fieldNames) {
        const value = values[name];
        if (value === undefined) continue;
        if (!copies.has(name)) copies.set(name, undefined);
        const copy = copies.get(name);
        found.set(name, [value]);
        if (copy !== undefined) found.set(copy, [...(found.get(copy) ?? []), value]);
      }
      model.copies = copies;
      model.documents = new Map(model.documents).set(id, found);
    },
  });
}

/** Creates a command that maps a field that no document has had, with a copy. A server may refuse that. */
export function mapFieldStep(name: Field, copy: Copy): MappingStep {
  return step({
    name: `map ${name} with a copy to ${copy}`,
    check: ({ copies }) => !copies.has(name),
    async run(model, { world, index }) {
      const body = { properties: { [name]: { type: 'long', copy_to: copy } } };
      const exchange = await world.send({ method: 'PUT', path: `/${index}/_mapping`, body });
      if (!isSuccess(exchange.response.status)) return;
      if (valueAt(jsonOf(exchange), 'acknowledged') !== true) return;
      model.copies = new Map(model.copies).set(name, copy);
    },
  });
}

/** Creates a command that searches a value in a field or in the target of a copy. */
export function searchFieldStep(name: Field | Copy, value: number): MappingStep {
  return step({
    name: `search ${value} in ${name}`,
    check: () => true,
    run: (model, target) => expectValue(model, target, { name, value }),
  });
}

/** Throws Mismatch unless a search finds exactly the documents with a value in a field. */
export async function expectValue(
  { documents }: MappingModel,
  { world, index }: MappingTarget,
  { name, value }: { readonly name: Field | Copy; readonly value: number },
): Promise<void> {
  const body = { query: { term: { [name]: value } }, size: maxHits };
  const exchange = await world.send({ method: 'GET', path: `/${index}/_search`, body });
  const got = pageOf(exchange)
    .map((hit) => String(valueAt(hit, '_id')))
    .toSorted();
  const wanted = [...documents]
    .flatMap(([id, found]) => (found.get(name)?.includes(value) === true ? [id] : []))
    .toSorted();
  if (got.join() === wanted.join()) return;
  throw new Mismatch(wanted, got, `a search for ${value} in ${name} finds other documents`);
}
