import type { Parameter } from '../../../shared/openapi/types.ts';
import { type Field, typeOf } from './fields.ts';

/** A table in Markdown. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cellOf).join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

function cellOf(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}

export function fieldTable(fields: readonly Field[]): string {
  return tableOf(
    ['Field', ''],
    fields.map(({ name, isRequired, type, description }) => [
      `\`${name}\`${isRequired ? '' : ' (optional)'}`,
      `*${type}* ${description}`,
    ]),
  );
}

export function parameterTable(parameters: readonly Parameter[]): string {
  return tableOf(
    ['Parameter', ''],
    parameters.map(({ name, in: place, required, description = '', schema }) => [
      `\`${name}\`${required ? '' : ' (optional)'}`,
      `*${place}; ${typeOf(schema)}* ${description}`,
    ]),
  );
}
