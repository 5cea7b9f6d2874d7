/** Takes the text of one JSON value without white space; gives it laid out for people, each number as it stands. */
export function prettyJson(text: string): string {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  const breakLine = (): void => {
    lines.push(line);
    line = '  '.repeat(depth);
  };
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:\s]+/g)) {
    const isEnd = token === '}' || token === ']';
    const isEmpty = isEnd && /[{[]$/.test(line);
    if (isEnd) depth--;
    if (isEmpty) line = `${lines.pop() ?? ''}`.replace(/$/, token);
    else {
      if (isEnd) breakLine();
      line += token === ':' ? ' : ' : token;
    }
    if (token === '{' || token === '[') depth++;
    if (token === '{' || token === '[' || token === ',') breakLine();
  }
  return [...lines, line, ''].join('\n');
}
