import {
  loadOperations,
  type MediaTypeDefinition,
  type OperationDefinition,
} from '../../../spec/operations.ts';
import { describedMembers, ownerOf } from '../../description/described-places.ts';
import { schemaNodeAt, schemaNodeOf, shownIn } from '../../description/schema-node.ts';
import { mediaTypes } from '../../decode/formats.ts';
import { kindsAt } from './kinds.ts';

/** The kinds of credentials that a request may have. */
export const credentialKinds = ['absent', '=basic', '=bearer', '=apikey'];

/** Kinds of a path that names several indices. */
const listKinds = kindsAt([{ type: 'array', minItems: 1 }]);

/**
 * Returns a line `<owner> <place> <kind>` for everything that the description and the specification let a client send.
 * The owner is an operation, or the schema of a body, which several operations may share: what is inside a body counts
 * once for all of them, and its outermost members count for each.
 */
export function describedLines(): ReadonlySet<string> {
  const operations = loadOperations().filter(({ isExtra }) => !isExtra);
  return new Set(
    operations.flatMap((operation) => [...partLines(operation), ...bodyLines(operation)]),
  );
}

/** Returns the name of the schema of a body. */
export function bodyOwner(type: MediaTypeDefinition): string {
  return /([^/]+)\.json$/.exec(ownerOf(type))?.[1] ?? ownerOf(type);
}

/** The lines of a request without its body. */
function partLines(operation: OperationDefinition): readonly string[] {
  const { id, requestMediaTypes, responses } = operation;
  const received = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap((response) => response.mediaTypes.map(({ mediaType }) => mediaType));
  const query = operation.queryParameters.filter((one) => !one.isExtra);
  const formats = Object.keys(mediaTypes).map((format) => `=${format}`);
  return [
    ...operation.pathParameters.flatMap(({ name, schema }) => {
      const kinds = name === 'target' ? listKinds : [];
      return linesOf(`${id} path/${name}`, [...kindsAt(schemaNodeOf(schema)), ...kinds]);
    }),
    ...query.flatMap(({ name, schema, required }) => {
      const kinds = name === 'format' ? formats : kindsAt(schemaNodeOf(schema));
      return linesOf(`${id} query/${name}`, required ? kinds : ['absent', ...kinds]);
    }),
    ...linesOf(
      `${id} header/content-type`,
      requestMediaTypes.map(({ mediaType }) => `=${mediaType}`),
    ),
    ...linesOf(`${id} header/accept`, ['absent', ...received.map((type) => `=${type}`)]),
    ...linesOf(`${id} header/authorization`, credentialKinds),
  ];
}

function bodyLines({ id, requestMediaTypes, requestRequired }: OperationDefinition) {
  const [type] = requestMediaTypes;
  if (type?.schemaUri === undefined) return [];
  const owner = bodyOwner(type);
  const members = describedMembers(type);
  const nodes = new Map([
    ['json', schemaNodeAt(type.schemaUri)],
    ...members.map(({ place, node }) => [place, node] as const),
  ]);
  const required = (place: string): boolean => {
    const at = place.lastIndexOf('/');
    const [above, name] = [place.slice(0, at), place.slice(at + 1)];
    const isNeeded = shownIn(nodes.get(above) ?? []).some(({ required: names }) =>
      [names].flat().includes(name),
    );
    return name === '*' || isNeeded;
  };
  return [
    ...linesOf(`${id} json`, requestRequired ? ['sent'] : ['sent', 'absent']),
    ...members.flatMap(({ place, node }) => [
      ...(place.split('/').length === 2 ? [`${id} ${place} sent`] : []),
      ...linesOf(`${owner} ${place}`, kindsAt(node)),
      ...(required(place) ? [] : [`${owner} ${place} absent`]),
    ]),
  ];
}

function linesOf(place: string, kinds: readonly string[]): readonly string[] {
  return kinds.map((kind) => `${place} ${kind}`);
}
