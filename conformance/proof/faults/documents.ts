import { isJsonMedia, textOf } from '../../base/body.ts';
import { type Fault, fault } from '../../run/mutation.ts';
import { kindOf } from '../calls.ts';
import { named, onEveryReply } from '../interceptors.ts';

const chaptersInJson = ['search', 'index', 'lifecycle', 'roles', 'api-keys', 'authentication'];

/** Faults of documents, and of the representation of bodies. */
export const documentFaults: readonly Fault[] = [
  fault(
    'json-called-plain-text',
    [
      'versioning.response-bodies-are-json',
      'search.statistics-are-json',
      'sql.default-json',
      ...chaptersInJson.map((chapter) => `${chapter}.response-is-json`),
    ],
    () =>
      onEveryReply((reply, request) => {
        const isJson = isJsonMedia(reply.headers['content-type']) && textOf(reply) !== '';
        return isJson && kindOf(request) !== 'query' ? named(reply, 'text/plain') : reply;
      }),
  ),
];
