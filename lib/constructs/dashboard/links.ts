import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { runbookPlace } from '../../runbook-place.ts';
import type { Settings } from '../../settings.ts';

/** The causes of failures of the last hour, as `docs/runbook.md` has them under "The request log"; a test compares the two. */
export const causesQuery = `filter message = "request" and status >= 500 and status != 501
| fields coalesce(error.cause.message, error.message) as why
| stats count() as requests, latest(requestId) as example by operation, type, why
| sort requests desc`;

/** Markdown: a link where the runbook has an address, the name of the heading elsewhere. */
export function runbookLink(settings: Settings, heading: string): string {
  const place = runbookPlace(settings, heading);
  return settings.runbookUrl ? `[${heading}](${place})` : place;
}

/** Markdown: the queue's page in the console. */
export function queueLink(text: string, { stack, queueName }: Queue): string {
  const { region, account } = stack;
  const url = `https%3A%2F%2Fsqs.${region}.amazonaws.com%2F${account}%2F${queueName}`;
  return `[${text}](https://${region}.console.aws.amazon.com/sqs/v3/home?region=${region}#/queues/${url})`;
}

/**
 * Markdown: Logs Insights with a query about the last hour. It names no log groups, because their names are CloudFormation's:
 * whoever opens it chooses those whose names begin with the stage's.
 */
export function logQueryLink(text: string, { region }: Settings, query: string): string {
  const detail = `~(end~0~start~-3600~timeType~'RELATIVE~tz~'UTC~unit~'seconds~editorString~'${starred(query)})`;
  const page = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#logsV2:logs-insights`;
  // Parentheses would end the Markdown link.
  const inLink = detail.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${text}](${page}$3FqueryDetail$3D${inLink})`;
}

/** The console's own way of escaping: `*` and two hexadecimal digits, for everything but letters, digits and `-_.`. */
function starred(text: string): string {
  return text.replace(/[^\w.-]/g, (sign) => `*${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** The beginning of the names of everything that a stage's stacks name. */
export function stagePrefix({ stage }: Settings): string {
  return `Sluice-${stage}-`;
}
