import { writeJson } from '../base/body.ts';

/** A structure that fits is kept on one line. */
const longestLine = 96;

/** JSON on few lines: what fits stays together, what does not is divided into its members. */
export function layOut(value: unknown, indent = ''): readonly string[] {
  const line = writeJson(value);
  if (typeof value !== 'object' || value === null) return [line];
  if (line.length + indent.length <= longestLine) return [line];
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const lines = members.flatMap(([key, member], at) => {
    const own = layOut(member, `${indent}  `);
    const label = Array.isArray(value) ? '' : `${writeJson(key)}: `;
    const comma = at < members.length - 1 ? ',' : '';
    return own.map((text, row) => {
      const start = row === 0 ? label : '';
      return `  ${start}${text}${row === own.length - 1 ? comma : ''}`;
    });
  });
  return [open, ...lines, close];
}
