import { aggregateDefinitions } from '../plan/aggregates/aggregate-definitions.ts';
import type { Described } from '../plan/functions/define.ts';
import { functionDefinitions } from '../plan/functions/resolve-call.ts';

/** The lines before and after the list of functions in README.md. */
const listMarks = {
  start: '<!-- functions: written by `reference/query/write-function-list.ts` -->',
  end: '<!-- end of functions -->',
} as const;

/** Returns the list of aggregates and functions for README.md, in Markdown. */
export function functionList(): string {
  return [
    '### Aggregates',
    '',
    ...table(aggregateDefinitions),
    '',
    '### Operators and functions',
    '',
    ...table(functionDefinitions),
  ].join('\n');
}

function table(definitions: readonly Described[]): readonly string[] {
  return [
    '| Form | Description |',
    '| --- | --- |',
    ...definitions.map(({ signature, aliases = [], description }) => {
      const also = aliases.length === 0 ? '' : ` Also ${aliases.map(code).join(', ')}.`;
      return `| ${code(signature)} | ${escape(description)}${also} |`;
    }),
  ];
}

function code(text: string): string {
  return `\`${escape(text)}\``;
}

function escape(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
}

/** Takes the text of README.md; returns it with the current list. Throws if the marks are missing. */
export function withFunctionList(description: string): string {
  const start = description.indexOf(listMarks.start);
  const end = description.indexOf(listMarks.end);
  if (start < 0 || end < start) throw new Error('the marks of the list of functions are missing');
  const before = description.slice(0, start + listMarks.start.length);
  return `${before}\n\n${functionList()}\n\n${description.slice(end)}`;
}
