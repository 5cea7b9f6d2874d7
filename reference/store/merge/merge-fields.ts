import type { FieldData, OrdinalData, TextData } from '../field-data.ts';
import type { FieldSet, NestedSet } from '../field-set.ts';
import { createFieldSet } from '../field-set.ts';
import type { NumericColumn } from '../segment.ts';
import { mergeNumeric } from './merge-numeric.ts';
import { mergeOrdinals } from './merge-ordinals.ts';
import { mergeText } from './merge-text.ts';
import type { DocumentMap } from './merge-work.ts';
import type { Work } from '../../base/work.ts';
import { dropped, stepSize } from './merge-work.ts';

/** The fields of one segment to merge. */
export interface FieldsInput {
  readonly fields: FieldSet;
  readonly map: DocumentMap;
}

/** Merges the fields of several inputs into those of `size` documents. */
export function* mergeFields(inputs: readonly FieldsInput[], size: number): Work<FieldSet> {
  const names = new Set(inputs.flatMap(({ fields }) => [...fields.data.keys()]));
  const data = new Map<string, FieldData>();
  for (const name of names) data.set(name, yield* mergeField(inputs, name, size));
  const paths = new Set(inputs.flatMap(({ fields }) => [...fields.children.keys()]));
  const children = new Map<string, NestedSet>();
  for (const path of paths) children.set(path, yield* mergeNested(inputs, path));
  return createFieldSet(size, data, children);
}

function* mergeField(inputs: readonly FieldsInput[], name: string, size: number): Work<FieldData> {
  const found = inputs.map(({ fields, map }) => ({ data: fields.data.get(name), map }));
  const kind = found.find(({ data }) => data !== undefined)?.data?.kind;
  if (kind === 'numeric') {
    const columns = found.map(({ data, map }) => ({
      column: isNumeric(data) ? data : undefined,
      map,
    }));
    return yield* mergeNumeric(columns, size);
  }
  if (kind === 'text') {
    const texts = found.map(({ data, map }) => ({ data: isText(data) ? data : undefined, map }));
    return yield* mergeText(texts, size);
  }
  const columns = found.map(({ data, map }) => ({
    column: isOrdinal(data) ? data : undefined,
    map,
  }));
  return yield* mergeOrdinals(columns, size);
}

function* mergeNested(inputs: readonly FieldsInput[], path: string): Work<NestedSet> {
  const parents: number[][] = [];
  const members: FieldsInput[] = [];
  let size = 0;
  for (const { fields, map } of inputs) {
    const nested = fields.children.get(path);
    if (nested === undefined) continue;
    const table = new Uint32Array(nested.size).fill(dropped);
    const newParents: number[] = [];
    for (let child = 0; child < nested.size; child++) {
      if (child % stepSize === 0) yield;
      const parent = map.table[nested.parents[child]!]!;
      if (parent === dropped) continue;
      newParents.push(parent);
      table[child] = size++;
    }
    parents.push(newParents);
    members.push({ fields: nested.fields, map: { table, kept: newParents.length } });
  }
  return {
    path,
    size,
    parents: Uint32Array.from(parents.flat()),
    fields: yield* mergeFields(members, size),
  };
}

function isNumeric(data: FieldData | undefined): data is NumericColumn {
  return data?.kind === 'numeric';
}

function isText(data: FieldData | undefined): data is TextData {
  return data?.kind === 'text';
}

function isOrdinal(data: FieldData | undefined): data is OrdinalData {
  return data?.kind === 'ordinal';
}
