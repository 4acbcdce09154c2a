const WIDTH = 116;

/** A wrapped doc comment that ends with a line break; empty if there is no text. */
export function docComment(text: string | undefined, indent = ''): string {
  const paragraphs = (text ?? '').trim().split('\n');
  const lines = paragraphs.flatMap((paragraph) => wrap(paragraph.replaceAll('*/', '* /'), WIDTH - indent.length));
  if (lines.length === 0 || lines.join('') === '') return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function wrap(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line];
}

/** A TypeScript literal, strings in single quotes. */
export function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A property name, quoted only if necessary. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}
