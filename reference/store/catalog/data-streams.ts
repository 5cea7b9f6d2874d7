import type { RecordFormat } from '../../base/journal.ts';
import { refuse } from '../../base/service-error.ts';
import { formatInstant } from '../../base/dates/dates.ts';
import { timestampField } from '../documents/read-growing.ts';
import type { Index } from '../index-service.ts';
import { selectNamed } from '../../base/wildcard.ts';
import type { Creation } from './creation.ts';
import { composeCreations } from './creation.ts';
import { checkIndexName, indexNotFound } from './names.ts';
import type { IndexTemplate } from './templates.ts';

/** A data stream: hidden backing indices, of which the last one is written and all are searched. */
export interface DataStream {
  readonly name: string;
  /** Grows by one with every new backing index. */
  readonly generation: number;
  readonly template: string;
  /** Names of the backing indices, oldest first; the last one receives the writes. */
  readonly indices: readonly string[];
}

/** How data streams are stored. */
export const streamFormat: RecordFormat<DataStream> = {
  kind: 'data_stream',
  encode: (stream) => stream,
  decode: (stored) => stored as unknown as DataStream,
};

/** Returns the data stream of an index; undefined if it belongs to no stream, or its stream is being deleted. */
export function streamOf(
  { metadata }: Pick<Index, 'metadata'>,
  streams: ReadonlyMap<string, DataStream>,
): DataStream | undefined {
  return metadata.data_stream === undefined ? undefined : streams.get(metadata.data_stream);
}

/** Returns the creation of a backing index: it has a timestamp, whatever the template says, and it is hidden. */
export function backingCreation(template: Creation): Creation {
  const mappings = { properties: { [timestampField]: { type: 'date' } } };
  return composeCreations([{ mappings }, template, { settings: { 'index.hidden': true } }]);
}

/** Returns the name of a backing index created at `now_ms`. */
export function backingName(stream: string, generation: number, now_ms: number): string {
  const day = formatInstant({ ms: now_ms, nanos: 0 }, 'uuuu.MM.dd');
  return `.ds-${stream}-${day}-${String(generation).padStart(6, '0')}`;
}

/** Throws if the name is not valid for a data stream. */
export function checkStreamName(name: string): void {
  checkIndexName(name);
  if (name.startsWith('.ds-')) refuse(`data_stream [${name}] must not start with '.ds-'`);
}

/**
 * Returns the template that matches a data stream; throws illegal_argument_exception if there is none, or the template
 * is not for data streams.
 */
export function streamTemplate(name: string, template: IndexTemplate | undefined): IndexTemplate {
  if (template === undefined) {
    return refuse(`no matching index template found for data stream [${name}]`);
  }
  if (template.makesDataStreams) return template;
  return refuse(
    `matching index template [${template.name}] for data stream [${name}] has no data stream template`,
  );
}

/** Returns data streams by names and patterns. Throws index_not_found_exception for an unknown name. */
export function findDataStreams(
  names: readonly string[],
  streams: ReadonlyMap<string, DataStream>,
): readonly DataStream[] {
  const patterns = names.map((given) => (given === '_all' ? '*' : given));
  return selectNamed(streams, patterns, indexNotFound);
}
