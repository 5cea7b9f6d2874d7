/** A string, an empty object or array, a punctuator, or a literal. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^"{}[\],:\s]+/g;

/** Indents the text of a JSON value; numbers keep their spelling. */
export function prettyJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  const newLine = (): string => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(tokenPattern)) {
    switch (token) {
      case '{':
      case '[':
        depth++;
        parts.push(token, newLine());
        break;
      case '}':
      case ']':
        depth--;
        parts.push(newLine(), token);
        break;
      case ',':
        parts.push(token, newLine());
        break;
      case ':':
        parts.push(' : ');
        break;
      default:
        parts.push(token);
    }
  }
  return `${parts.join('')}\n`;
}
