import { type DimensionTable, type Exclusion, isPossible, type Row } from './table.ts';

/** The ways to ask a query and to be answered, with what can meet in them. */
const levels = {
  value: [
    'integer',
    'word',
    'date',
    'missing',
    'text',
    'several',
    'dates',
    'boolean',
    'double',
    'long',
    'computed',
    'comma',
    'prose',
  ],
  format: ['json', 'yaml', 'csv', 'tsv', 'txt', 'md', 'cbor', 'smile', 'arrow'],
  endpoint: ['sync', 'async', 'get', 'get after a write', 'get while running', 'stop'],
  filter: ['no filter', 'range', 'term', 'terms', 'nothing'],
  params: ['literal', 'anonymous', 'named', 'positional', 'identifier'],
  choice: [
    'parameter',
    'accept',
    'parameter over accept',
    'content type',
    'content type with a charset',
  ],
  zone: ['no zone', 'UTC', '+13:45', '-03:30'],
  locale: ['no locale', 'fr', 'DE-de'],
  columnar: ['default', 'by row', 'by column'],
  header: ['unsaid', 'present', 'absent', 'absent without a blank', 'absent after a charset'],
  delimiter: ['default delimiter', ';', '|'],
  shape: ['rows', 'figures', 'count', 'maximum'],
  before: [
    'nothing',
    'another document',
    'another filter',
    'another zone',
    'another locale',
    'another columnar',
    'another header',
    'another delimiter',
    'another format',
  ],
  shards: ['1 shard', '3 shards'],
} as const;

type QueryLevels = typeof levels;

/** A query: one value of each dimension. */
export type QueryRow = Row<QueryLevels>;

/** The query that is asked before one: the same but for one dimension, if another value of it is possible. */
export function askedBefore(row: QueryRow): QueryRow | undefined {
  const name = row.before.replace('another ', '') as keyof QueryRow;
  const values: readonly string[] = Object.hasOwn(levels, name) ? levels[name] : [];
  const others = values.map((value) => ({ ...row, [name]: value }));
  return others.find((other) => other[name] !== row[name] && isPossible(queries, other));
}

/** The spellings of a header that leaves the names out. */
const absent = ['absent', 'absent without a blank', 'absent after a charset'] as const;

/** The ways to choose a format without a charset. */
const plainly = levels.choice.filter((one) => one !== 'content type with a charset');

/** The ways to choose the format of an answer by that of the body. */
const bodies = ['content type', 'content type with a charset'] as const;

const texts = ['csv', 'tsv', 'txt', 'md'] as const;

/** The shapes of an answer with one figure. */
const single = ['count', 'maximum'] as const;

/** The clauses that a query with a value follows from. */
const clauses = {
  json: ['query.values-row-wise'],
  yaml: ['query-formats.yaml-full-response'],
  csv: ['query-formats.csv-results-only', 'query.time-zone-keeps-the-moment'],
  tsv: ['query-formats.tsv-results-only', 'query.time-zone-keeps-the-moment'],
  txt: ['query-formats.txt-table', 'query.time-zone-keeps-the-moment'],
  md: ['query-formats.md-pipe-table', 'query.time-zone-keeps-the-moment-in-md'],
  cbor: ['query-formats.cbor-same-result', 'query.time-zone-keeps-the-moment-in-cbor'],
  smile: ['query-formats.smile-same-result', 'query.time-zone-keeps-the-moment-in-smile'],
  arrow: ['query-formats.arrow-stream', 'query.time-zone-keeps-the-moment-in-arrow'],
  async: ['async-query.post-ready-full-result'],
  get: ['async-query.get-finished', 'async-query.delete-finished'],
  'get after a write': ['async-query.get-finished'],
  'get while running': ['async-query.get-running-finishes'],
  stop: ['async-query.stop-results-so-far'],
  range: ['query-filter.filter-range', 'query-filter.filter-with-where'],
  term: ['query-filter.filter-term', 'query-filter.filter-with-where'],
  terms: ['query-filter.filter-terms', 'query-filter.filter-with-where'],
  nothing: ['query-filter.filter-restricts'],
  anonymous: ['query-parameters.anonymous-value'],
  named: ['query-parameters.named-value'],
  positional: ['query-parameters.positional-value'],
  identifier: ['query-parameters.kinds-combined-anonymous'],
  'parameter over accept': ['query-formats.url-over-accept'],
  'content type': ['query-formats.content-type-yaml'],
  'content type with a charset': ['query-formats.content-type-yaml'],
  integer: ['query.column-type-integer'],
  word: ['query.column-type-keyword'],
  date: ['query.column-type-date'],
  prose: ['query.column-type-text'],
  '+13:45': ['query.time-zone-offset', 'query.time-zone-formats-dates'],
  '-03:30': ['query.time-zone-offset', 'query.time-zone-formats-dates'],
  UTC: ['query.time-zone-utc'],
  fr: ['query.locale-language'],
  'DE-de': ['query.locale-case-insensitive', 'query.locale-language-region'],
  'by column': ['query.columnar-json', 'query.columnar-yaml'],
  ';': ['query-formats.delimiter-one-character'],
  '|': ['query-formats.delimiter-one-character'],
  rows: ['query.where-restricts-rows'],
  figures: ['query.where-restricts-rows', 'query.approximation-default-false'],
  count: ['query.runs-the-text'],
  maximum: ['query.runs-the-text'],
} as const;

/** The endpoints of an asynchronous query, by whose clauses its first answer is judged. */
const later = levels.endpoint.filter((name) => name !== 'sync');

/** The clauses about the header, which are about one format and the first answer of one kind of query. */
const headers = (['csv', 'tsv', 'txt'] as const).flatMap((format) => [
  {
    values: { header: ['present'], format: [format] },
    clauses: [`query-formats.header-present-${format}`],
  },
  {
    values: { header: [...absent], format: [format], endpoint: ['sync'] },
    clauses: [`query-formats.header-absent-${format}`],
  },
  {
    values: { header: [...absent], format: [format], endpoint: later },
    clauses: [`async-query.header-absent-${format}`],
  },
]) satisfies DimensionTable<QueryLevels>['together'];

/** What a query with a value uses beyond the specification. */
const extras: Readonly<Record<string, readonly string[]>> = {
  computed: ['command:EVAL'],
  fr: ['command:EVAL', 'function:DATE_FORMAT'],
  'DE-de': ['command:EVAL', 'function:DATE_FORMAT'],
  rows: ['command:KEEP', 'command:SORT', 'command:LIMIT'],
  figures: ['function:SUM', 'function:MIN', 'function:MAX'],
  maximum: ['function:MAX'],
};

/** A value of each member that changes an answer, and every two of them that can meet. */
const members = [
  { filter: ['range'] },
  { params: ['named'] },
  { zone: ['+13:45'] },
  { locale: ['fr'] },
  { columnar: ['by column'] },
] as const satisfies readonly Exclusion<QueryLevels>[];
const memberPairs: readonly Exclusion<QueryLevels>[] = members.flatMap((one, at) =>
  members.slice(at + 1).map((other) => ({ ...one, ...other })),
);

/** All queries, and what cannot meet in them. */
export const queries: DimensionTable<QueryLevels> = {
  levels,
  clauses,
  together: headers,
  lacking: ({ formats, types, shards, has }) => [
    ...(shards ? [] : ['3 shards']),
    ...['md', 'cbor', 'smile', 'arrow'].filter((format) => !formats.includes(format)),
    ...['boolean', 'double', 'long'].filter((type) => types?.includes(type) === false),
    ...Object.keys(extras).filter((value) => extras[value]?.some((name) => has?.(name) === false)),
  ],
  shared: ['shards'],
  most: 8,
  kept: ['value'],
  // Two endpoints write each format, chosen in each way; the others have what the second one has kept.
  combinations: [
    // Some of these texts are long.
    { format: levels.format, value: ['prose'], shape: ['rows'], filter: ['no filter'] },
    { format: levels.format, choice: plainly, columnar: levels.columnar },
    { format: levels.format, choice: plainly, endpoint: ['sync', 'async'] },
    // Each format encodes these in several ways, which all documents together show; some of them also in what was kept.
    {
      format: levels.format,
      value: ['integer', 'word', 'text', 'double', 'long'],
      shape: ['rows'],
      filter: ['no filter'],
    },
    {
      format: levels.format,
      value: ['word', 'long'],
      endpoint: ['get'],
      shape: ['rows'],
      filter: ['no filter'],
    },
    // Two formats have to show several dates in a zone, also by column.
    {
      format: ['json', 'yaml'],
      columnar: ['default', 'by column'],
      value: ['dates'],
      zone: ['+13:45', '-03:30'],
      shape: ['rows'],
      filter: ['no filter'],
    },
    ...memberPairs.map((members) => ({ ...members, endpoint: ['sync', 'async'] as const })),
    // A filter by a list without values.
    { endpoint: ['sync', 'async'], choice: plainly, params: ['literal'], filter: ['nothing'] },
    // This body has a name twice, which Smile writes once.
    { format: ['smile'], choice: ['content type'], params: ['named'], filter: ['range'] },
  ],
  never: [
    // One figure of all documents, which a server may know without a look at them, shows nothing of these.
    { shape: single, params: levels.params.filter((one) => one !== 'literal') },
    { shape: single, value: levels.value.filter((one) => one !== 'integer') },
    { shape: single, columnar: ['by row', 'by column'] },
    { shape: single, zone: levels.zone.filter((one) => one !== 'no zone') },
    { shape: ['figures', ...single], locale: ['fr', 'DE-de'] },
    // With a locale a query shows the month of a date alone.
    { value: levels.value.filter((one) => one !== 'date'), locale: ['fr', 'DE-de'] },
    { format: [...texts, 'arrow'], columnar: ['by row', 'by column'] },
    { format: [...texts, 'arrow'], choice: bodies },
    { format: ['json', 'yaml', 'md', 'cbor', 'smile', 'arrow'], header: ['present', ...absent] },
    {
      choice: ['parameter', 'parameter over accept', ...bodies],
      header: ['present', ...absent],
    },
    {
      format: ['json', 'yaml', 'tsv', 'txt', 'md', 'cbor', 'smile', 'arrow'],
      delimiter: [';', '|'],
    },
    // How these formats write separators, ends of lines and several values in a cell is left open.
    { format: texts, value: ['text', 'several', 'dates'] },
    { delimiter: ['default delimiter'], value: ['comma'] },
    {
      format: ['json', 'yaml', 'tsv', 'txt', 'md', 'cbor', 'smile', 'arrow'],
      value: ['comma'],
    },
  ],
};
