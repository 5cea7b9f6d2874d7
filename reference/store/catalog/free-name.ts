import { ServiceError } from '../../base/service-error.ts';
import { checkStreamName } from './data-streams.ts';
import { invalidIndexName } from './names.ts';
import type { Names } from './resolve.ts';

/** Throws if the name of a new index is taken. */
export function checkFreeName(name: string, { indices, aliases, streams }: Names): void {
  const taken = indices.get(name);
  if (taken !== undefined) {
    throw new ServiceError(
      'resource_already_exists_exception',
      `index [${name}/${taken.uuid}] already exists`,
      { metadata: { index_uuid: taken.uuid, index: name } },
    );
  }
  if (aliases.has(name)) throw invalidIndexName(name, 'already exists as alias');
  if (streams.has(name)) throw invalidIndexName(name, 'already exists as data stream');
}

/** Throws if the name of a new data stream is invalid or taken. */
export function checkFreeStreamName(name: string, { indices, aliases, streams }: Names): void {
  checkStreamName(name);
  if (!streams.has(name) && !indices.has(name) && !aliases.has(name)) return;
  throw new ServiceError(
    'resource_already_exists_exception',
    `data_stream [${name}] already exists`,
  );
}
