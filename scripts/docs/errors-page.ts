import { type ErrorType, errorCatalog } from '../../shared/ground/errors/catalog.ts';
import type { OpenApiDocument } from '../../shared/openapi/types.ts';
import { markings } from './markings.ts';

const methods = ['get', 'post', 'patch', 'delete'];

/** The part of the errors page that follows from the catalog: a heading for each type, in Markdown. */
export function errorsInMarkdown(document: OpenApiDocument): string {
  const operations = operationsByType(document);
  const types = Object.keys(errorCatalog) as ErrorType[];
  return types
    .toSorted()
    .map((type) => sectionOf(type, operations.get(type) ?? ''))
    .join('\n');
}

function sectionOf(type: ErrorType, operations: string): string {
  const { status, resolution } = errorCatalog[type];
  const { moved, retry } = markings[type] ?? {};
  const rows = [
    ['Status', `${status}`],
    ['What to do', resolution],
    ...(moved && retry ? [['Money', moved] as const, ['The request', retry] as const] : []),
    ...(operations === '' ? [] : [['Answered by', operations] as const]),
  ];
  return `## ${type}\n\n${rows.map(([name, text]) => `- **${name}:** ${text}`).join('\n')}\n`;
}

/** The operations that can answer each type, according to the API description, in Markdown. */
function operationsByType({ paths }: OpenApiDocument): Map<string, string> {
  const found = new Map<string, string[]>();
  const all = Object.values(paths).flatMap((path) => methods.flatMap((method) => path[method] ?? []));
  for (const operation of all) {
    const types = new Set(Object.values(operation['x-errors'] ?? {}).flat());
    for (const type of types) found.set(type, [...(found.get(type) ?? []), operation.operationId]);
  }
  return new Map([...found].map(([type, names]) => [type, namesOf(names, all.length)]));
}

/** Longer lists are not useful. */
const mostNames = 12;

function namesOf(names: readonly string[], all: number): string {
  if (names.length > mostNames) return `${names.length} of ${all} operations`;
  return names
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(', ');
}
