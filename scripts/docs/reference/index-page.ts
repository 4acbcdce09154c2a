import { type DescribedOperation, description, operations, operationTags } from './description.ts';
import { eventFamilies } from './event-page.ts';
import { referencePath, titleOfTag } from './places.ts';
import { tableOf } from './tables.ts';

/** The first page of the reference, in Markdown: every operation and event, and the rules for all of them. */
export function indexInMarkdown(): string {
  const { info } = description;
  const [, ...rules] = info.description.split(/^(?=## )/m);
  return `# API reference

Every operation has a page with its parameters, fields, answers and errors. [openapi.json](/business/api/v1/openapi.json) says the same to programs.

${operationTags.map(({ name, description: about = '' }) => groupOf(name, about)).join('\n')}
## Types of events

${tableOf(
  ['Events', 'Types'],
  eventFamilies.map(({ name, title, events }) => [
    `[${title}](${referencePath}/${name})`,
    events.map(([type]) => `\`${type}\``).join(', '),
  ]),
)}
${rules.map((rule) => rule.trim()).join('\n\n')}
`;
}

function groupOf(tag: string, about: string): string {
  const rows = operations.filter(({ tags }) => tags.includes(tag)).map(rowOf);
  return `## ${titleOfTag(tag)}\n\n${about}\n\n${tableOf(['Operation', ''], rows)}`;
}

function rowOf({ operationId, summary, method, fullPath }: DescribedOperation): string[] {
  return [`[${summary}](${referencePath}/${operationId})`, `\`${method} ${fullPath.replace('/business/api/v1', '')}\``];
}
