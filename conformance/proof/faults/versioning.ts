import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  answer,
  bodyOf,
  type CallKind,
  hitCalls,
  kindOf,
  onRequest,
  refusal,
  type Members,
} from '../interceptors.ts';

/** Faults of addresses and of the representation of bodies. */
export const versioningFaults: readonly Fault[] = [
  fault(
    'searches-moved-to-another-address',
    ['versioning.base-address'],
    () => (request, forward) => {
      if (kindOf(request) !== 'search') return forward(request);
      const moved = answer(308, {});
      return Promise.resolve({ ...moved, headers: { location: `/api/v1${request.path}` } });
    },
  ),
  ...(['continue-scroll', 'clear-scroll', 'open-pit', 'close-pit'] as const).map((kind) =>
    fault(`no-such-path-for-${kind}`, ['versioning.base-address'], refuseKind(kind, 404)),
  ),
  ...(['search', 'open-scroll'] as const).map((kind) =>
    fault(
      `body-ignored-for-${kind}`,
      ['versioning.request-bodies-are-json'],
      (): Interceptor => (request, forward) => {
        const { body, ...bare } = request;
        return forward(kindOf(request) === kind && body !== undefined ? bare : request);
      },
    ),
  ),
  ...(['create-index', 'continue-scroll', 'clear-scroll', 'close-pit'] as const).map((kind) =>
    fault(
      `json-not-taken-for-${kind}`,
      ['versioning.request-bodies-are-json'],
      refuseKind(kind, 415),
    ),
  ),
  fault('bodies-read-as-latin-1', ['versioning.request-bodies-are-json'], () =>
    onRequest(
      ['write-document'],
      (body) => JSON.parse(Buffer.from(JSON.stringify(body), 'utf8').toString('latin1')) as Members,
    ),
  ),
  fault('answers-in-single-quotes', ['versioning.response-bodies-are-json'], () =>
    rewrite((text) => text.replaceAll('"', "'")),
  ),
  fault('comma-after-the-last-member', ['versioning.response-bodies-are-json'], () =>
    rewrite((text) => text.replace(/\}\s*$/, ',}')),
  ),
  fault(
    'answers-as-yaml',
    ['versioning.response-bodies-are-json'],
    () => async (request, forward) => {
      const response = await forward(request);
      if (!hitCalls.includes(kindOf(request)) || response.status >= 300) return response;
      const headers = { ...response.headers, 'content-type': 'application/yaml' };
      return { ...response, headers, body: Buffer.from('---\ntook: 1\ntimed_out: false\n') };
    },
  ),
];

function refuseKind(kind: CallKind, status: number): () => Interceptor {
  return () => (request, forward) => {
    const hasBody = Object.keys(bodyOf(request)).length > 0 || status === 404;
    if (kindOf(request) !== kind || !hasBody) return forward(request);
    return Promise.resolve(refusal('illegal_argument_exception', 'not supported', status));
  };
}

/** Changes the text of answers to searches. */
function rewrite(edit: (text: string) => string): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    if (!hitCalls.includes(kindOf(request)) || response.status >= 300) return response;
    const text = Buffer.from(response.body).toString('utf8');
    return { ...response, body: Buffer.from(edit(text)) };
  };
}
