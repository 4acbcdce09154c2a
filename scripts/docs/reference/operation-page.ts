import { docsPrefix } from '../../../shared/contract/site.ts';
import type { Content, MediaType, Parameter, Response } from '../../../shared/openapi/types.ts';
import { type DescribedOperation, resolved } from './description.ts';
import { fieldsOf } from './fields.ts';
import { fieldTable, parameterTable, tableOf } from './tables.ts';

/** The page of one operation, in Markdown. */
export function operationInMarkdown(operation: DescribedOperation): string {
  const { summary, description, method, fullPath } = operation;
  const parts = [
    `# ${summary}`,
    description,
    `\`\`\`http\n${method} ${fullPath}\n\`\`\``,
    factsOf(operation),
    samplesOf(operation),
    parametersOf(operation),
    bodyOf(operation),
    ...answersOf(operation),
    errorsOf(operation),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function factsOf(operation: DescribedOperation): string {
  const { operationId, 'x-idempotency': idempotency, 'x-rate-limit': limit } = operation;
  return tableOf(
    ['', ''],
    [
      ['Operation', `\`${operationId}\``],
      ['[Idempotency key](/docs/idempotency)', idempotency],
      ...(limit
        ? [
            [
              'Rate limit',
              `${limit.requests} requests in ${limit.windowSeconds} seconds for each ${limit.per}, shared by the class \`${limit.class}\``,
            ],
          ]
        : []),
    ],
  );
}

const fences: Readonly<Record<string, string>> = { TypeScript: 'ts', Python: 'python', Go: 'go', Shell: 'sh' };

function samplesOf({ 'x-codeSamples': samples = [] }: DescribedOperation): string | undefined {
  if (samples.length === 0) return undefined;
  const blocks = samples.map(({ lang, label, source }) => `\`\`\`${fences[lang]} sample=${label}\n${source}\n\`\`\``);
  const where = `[Libraries](${docsPrefix}/libraries) has the client and the function \`call\`, which signs.`;
  return `## Sample\n\n${where}\n\n${blocks.join('\n\n')}`;
}

function parametersOf({ parameters }: DescribedOperation): string | undefined {
  const named = parameters.map((parameter) => resolved<Parameter>(parameter));
  return named.length === 0 ? undefined : `## Parameters\n\n${parameterTable(named)}`;
}

function bodyOf({ requestBody }: DescribedOperation): string | undefined {
  return requestBody && `## Body\n\n${contentOf(requestBody.content)}`;
}

/** The answer of a successful operation. The challenge is explained once, on the page about signing. */
function answersOf({ responses }: DescribedOperation): string[] {
  return Object.entries(responses)
    .map(([status, response]) => [status, resolved<Response>(response)] as const)
    .filter(([status, { description }]) => /^2/.test(status) && !description.startsWith('`SIGNATURE_CHALLENGE`'))
    .map(([status, { description, content }]) =>
      [`## Answer ${status}`, description, content && contentOf(content)].filter(Boolean).join('\n\n'),
    );
}

export function contentOf(content: Content): string {
  const [first] = Object.entries<MediaType>(content);
  if (!first) return '';
  const [type, { schema, example }] = first;
  const fields = fieldsOf(schema);
  return [
    fields.length === 0 ? `The body is \`${type}\`.` : fieldTable(fields),
    example !== undefined && exampleOf(example),
  ]
    .filter(Boolean)
    .join('\n');
}

function exampleOf(example: unknown): string {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return `\`\`\`${typeof example === 'string' ? 'text' : 'json'}\n${text}\n\`\`\``;
}

function errorsOf({ 'x-errors': errors }: DescribedOperation): string {
  const rows = Object.entries(errors).map(([status, types]) => [
    status,
    types.map((type) => `[${type}](${docsPrefix}/errors#${type})`).join(', '),
  ]);
  return `## Errors\n\n${tableOf(['Status', 'Types'], rows)}`;
}
