import { newIndexName } from '../driver/names.ts';
import { openClient } from '../driver/client.ts';
import { TargetLost } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { hookRequest, type HookValues, refusalOf } from '../driver/hook-request.ts';
import type { HookName, Profile, RequestTemplate } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';

/** The result of one harmless use of a hook. */
export interface HookTrial {
  readonly hook: HookName;
  /** Undefined if the hook works. */
  readonly problem: string | undefined;
}

/** How a hook is tried: preparation, values, cleanup. */
interface Trial {
  readonly hook: HookName;
  readonly values: HookValues;
  readonly before?: readonly RequestTemplate[];
  readonly after?: readonly RequestTemplate[];
}

/** A setting of the specification and its default value. */
const setting = { name: 'search.max_open_scroll_context', value: 500 } as const;

/** All hooks but `delete_index`, which comes last, the hook of the intake, and `reset`, which would remove all data. */
function trialsFor(index: string, profile: Profile): readonly Trial[] {
  const follower = `${index}-follower`;
  const stream = `${index}-stream`;
  const template = { index_patterns: [stream], data_stream: {}, priority: 500 };
  const settingHook = profile.hooks.cluster_setting;
  return [
    { hook: 'refresh', values: { index } },
    { hook: 'routed_document', values: { index, id: '2', routing: 'a', document: { a: 2 } } },
    {
      hook: 'delete_document',
      values: { index, id: '1' },
      before: [{ method: 'PUT', path: `/${index}/_doc/1`, body: { a: 1 } }],
    },
    { hook: 'advance_clock', values: { duration: '1ms', duration_ms: 1, seconds: 0.001 } },
    {
      hook: 'cluster_setting',
      values: setting,
      after: settingHook === undefined ? [] : [filled(settingHook, { ...setting, value: null })],
    },
    {
      hook: 'create_data_stream',
      values: { name: stream },
      before: [{ method: 'PUT', path: `/_index_template/${stream}`, body: template }],
      after: [
        { method: 'DELETE', path: `/_data_stream/${stream}` },
        { method: 'DELETE', path: `/_index_template/${stream}` },
      ],
    },
    { hook: 'run_policies', values: {} },
    { hook: 'set_shard_statistics', values: { index, shard: 0, docs: 1, bytes: 1000 } },
    { hook: 'assign_replicas', values: { index } },
    {
      hook: 'create_follower',
      values: { leader: index, follower },
      after: [removal(profile, follower)],
    },
  ];
}

/** Uses every hook of the profile once, on an index of its own, and undoes the effects. */
export async function tryHooks(target: Target, profile: Profile): Promise<readonly HookTrial[]> {
  const client = openClient(target);
  const send = (template: RequestTemplate, values: HookValues = {}): Promise<SentRequest> => {
    const { headers, ...wire } = hookRequest(template, values);
    const request = { ...wire, headers: { ...target.headers, ...headers } };
    return client.send(request).then((response) => ({ request, response }));
  };
  const index = newIndexName('doctor');
  const found: HookTrial[] = [];
  try {
    await send({ method: 'PUT', path: `/${index}` });
    for (const trial of trialsFor(index, profile)) {
      const hook = profile.hooks[trial.hook];
      if (hook === undefined) continue;
      for (const request of trial.before ?? []) await send(request);
      const problem = await problemOf(send(hook, trial.values));
      found.push({ hook: trial.hook, problem });
      const after = [...(trial.after ?? []), ...(hook.undo === undefined ? [] : [hook.undo])];
      for (const request of after) await send(request);
    }
    const problem = await problemOf(send(removal(profile, index)));
    return [...found, { hook: 'delete_index', problem }];
  } finally {
    client.close();
  }
}

interface SentRequest {
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** Why the hook does not work; undefined if it does. Throws TargetLost if the server does not answer any more. */
async function problemOf(sending: Promise<SentRequest>): Promise<string | undefined> {
  try {
    const answered = await sending;
    const { status } = answered.response;
    return status >= 200 && status < 300 ? undefined : refusalOf(answered);
  } catch (error) {
    if (error instanceof TargetLost || !(error instanceof Error)) throw error;
    return error.message;
  }
}

function removal(profile: Profile, index: string): RequestTemplate {
  return filled(profile.hooks.delete_index ?? { method: 'DELETE', path: '/{index}' }, { index });
}

/** The template with its placeholders filled. */
function filled(template: RequestTemplate, values: HookValues): RequestTemplate {
  const { method, path, headers, body } = hookRequest(template, values);
  return {
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body: JSON.parse(String(body)) as unknown }),
  };
}
