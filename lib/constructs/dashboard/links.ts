import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { logQueries, overStage } from '../../log-queries.ts';
import { runbookPlace } from '../../runbook-place.ts';
import type { Settings } from '../../settings.ts';

/** Markdown: a link if the runbook has an address, otherwise the name of the heading. */
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

/** Markdown: Logs Insights with a query of the stage's log groups for the last hour. */
export function logQueryLink(text: string, settings: Settings, name: keyof typeof logQueries): string {
  const { region } = settings;
  const query = overStage(settings, logQueries[name]);
  const detail = `~(end~0~start~-3600~timeType~'RELATIVE~tz~'UTC~unit~'seconds~editorString~'${starred(query)})`;
  const page = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#logsV2:logs-insights`;
  // Parentheses would end the Markdown link.
  const inLink = detail.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${text}](${page}$3FqueryDetail$3D${inLink})`;
}

/** The console's own escaping: `*` and two hexadecimal digits, for everything except letters, digits and `-_.`. */
function starred(text: string): string {
  return text.replace(/[^\w.-]/g, (sign) => `*${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
