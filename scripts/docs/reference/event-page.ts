import type { JsonSchema, Webhook } from '../../../shared/openapi/types.ts';
import { description } from './description.ts';
import { contentOf } from './operation-page.ts';
import { tableOf } from './tables.ts';

/** Events with the same kind of `data`. */
export interface EventFamily {
  /** The last segment of its path. */
  readonly name: string;
  readonly title: string;
  readonly events: readonly (readonly [type: string, webhook: Webhook])[];
}

export const eventFamilies: readonly EventFamily[] = familiesOf(description.webhooks ?? {});

function familiesOf(webhooks: Readonly<Record<string, { post: Webhook }>>): EventFamily[] {
  const families = Map.groupBy(
    Object.entries(webhooks).map(([type, { post }]) => [type, post] as const),
    ([, webhook]) => schemaOf(webhook).$ref ?? '',
  );
  return [...families].map(([ref, events]) => {
    const words = (ref.split('/').at(-1) ?? '').split(/(?=[A-Z])/).map((word) => word.toLowerCase());
    const name = `${words.join('-')}s`;
    return { name, title: name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('-', ' '), events };
  });
}

function schemaOf({ requestBody }: Webhook): JsonSchema {
  return requestBody?.content['application/json'].schema ?? {};
}

/** The page of the events with the same kind of `data`, in Markdown. */
export function eventsInMarkdown({ title, events }: EventFamily): string {
  const [[, first] = []] = events;
  const rows = events.map(([type, { summary }]) => [`\`${type}\``, `${summary}.`]);
  return `# ${title}

These events are in the [feed](/docs/following) and are sent to [webhook endpoints](/docs/webhooks), as the same bytes.

## Types

${tableOf(['Type', ''], rows)}
## Fields

${first?.requestBody ? contentOf(first.requestBody.content) : ''}
`;
}
