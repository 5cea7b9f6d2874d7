import {
  basicNeeds,
  type Need,
  needOfLifecycleSettings,
  needOfWindow,
  needsByFormat,
  needsByMember,
  needsBySegment,
  needsByType,
} from '../../spec/needs.ts';
import { jsonIn, membersOf } from '../base/body.ts';
import { parametersOf, type WireRequest } from '../base/exchange.ts';
import { formatOf } from '../decode/formats.ts';
import { findOperation } from './find-operation.ts';
import { whyUnclaimed } from './missing-reasons.ts';
import type { Profile } from './profile.ts';

/** Limit on the depth of the bodies that are searched for needs. */
const maxDepth = 50;

/** Why the profile does not claim what a request uses; undefined if it does. The intake has no needs. */
export function whyRequestUnclaimed(request: WireRequest, profile: Profile): string | undefined {
  if (request.base_url !== undefined) return undefined;
  const isClaimed = (need: Need): boolean => need.some((name) => profile.claims.has(name));
  const basic = basicNeedOf(request).filter(
    (need) => need[0] !== undefined && need[0] in profile.lacks,
  );
  const [name] = [...basic, ...needsOfRequest(request)].find((need) => !isClaimed(need)) ?? [];
  return name === undefined ? undefined : whyUnclaimed(profile, name);
}

/** The need of an operation that every server has unless its profile says that it lacks the first of these chapters. */
function basicNeedOf({ method, path }: WireRequest): readonly Need[] {
  const template = findOperation(method, path)?.path ?? '/';
  const isBasic = template === '/{index}' || needOfPath(template)?.length === 0;
  if (!isBasic) return [];
  return [template.endsWith('/_search') ? basicNeeds._search : basicNeeds.other];
}

/** What a profile has to claim for a request: for its operation, its parameters, its formats and its body. */
export function needsOfRequest(request: WireRequest): readonly Need[] {
  const template = findOperation(request.method, request.path)?.path;
  if (template === undefined) return [];
  const ofOperation = needOfPath(template) ?? [];
  const needs = [ofOperation, ...needsOfUse(request, template)];
  return needs.filter((need) => need.length > 0);
}

/** The need of an operation by the template of its path; undefined if no segment of it is listed. */
export function needOfPath(template: string): Need | undefined {
  const segment = template.split('/').findLast((part) => Object.hasOwn(needsBySegment, part));
  return segment === undefined ? undefined : needsBySegment[segment];
}

function needsOfUse(request: WireRequest, template: string): readonly Need[] {
  // A body that is not JSON is wrong on purpose, or in another format.
  const body = typeof request.body === 'string' ? jsonIn(request.body) : undefined;
  const names = Object.keys(membersOf(body));
  const parameters = parametersOf(request.path);
  if (template.endsWith('/_search')) {
    return needsNamed(needsByMember.search, [...parameters.keys(), ...names]);
  }
  if (/^\/_(?:query|sql)/.test(template)) {
    const members = template.startsWith('/_query') ? names : [];
    const types = [request.headers['accept'], request.headers['content-type']].map(formatOf);
    const formats = [...parameters.getAll('format'), ...types.flatMap((format) => format ?? [])];
    return [...needsNamed(needsByFormat, formats), ...needsNamed(needsByMember.query, members)];
  }
  const describesIndex = /^\/\{index\}$|\/_(?:mapping|settings|index_template)\b/.test(template);
  return describesIndex ? needsOfIndex(body, '') : [];
}

/** The needs of mappings and settings at any depth; `path` consists of the names above. */
function needsOfIndex(value: unknown, path: string): readonly Need[] {
  if (path.split('.').length > maxDepth) return [];
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, child]) => needsOfIndex(child, `${path}.${name}`));
  }
  if (path.endsWith('.type')) return needsNamed(needsByType, [String(value)]);
  if (/\.copy_to(?:\.\d+)?$/.test(path)) return [['copy-to']];
  if (path.endsWith('.number_of_shards')) return Number(value) === 1 ? [] : [['shards']];
  if (path.endsWith('.number_of_replicas')) return Number(value) === 0 ? [] : [['shards']];
  if (path.endsWith('.max_result_window')) return [needOfWindow];
  return /\.lifecycle\.|^\.aliases\..*\.is_write_index$/.test(path)
    ? [needOfLifecycleSettings]
    : [];
}

function needsNamed(
  table: Readonly<Record<string, Need>>,
  names: readonly string[],
): readonly Need[] {
  return names.flatMap((name) => {
    const need = Object.hasOwn(table, name) ? table[name] : undefined;
    return need === undefined ? [] : [need];
  });
}
