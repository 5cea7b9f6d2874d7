import { writeJson } from '../base/body.ts';

/** Maximum length of a structure on one line, in characters. */
const longestLine = 96;

/** Formats JSON as lines. A structure that fits stays on one line; a longer one has a line for each member. */
export function formatJson(value: unknown, indent = ''): readonly string[] {
  const line = writeJson(value);
  if (typeof value !== 'object' || value === null) return [line];
  if (line.length + indent.length <= longestLine) return [line];
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const lines = members.flatMap(([key, member], at) => {
    const own = formatJson(member, `${indent}  `);
    const label = Array.isArray(value) ? '' : `${writeJson(key)}: `;
    const comma = at < members.length - 1 ? ',' : '';
    return own.map((text, row) => {
      const start = row === 0 ? label : '';
      return `  ${start}${text}${row === own.length - 1 ? comma : ''}`;
    });
  });
  return [open, ...lines, close];
}
