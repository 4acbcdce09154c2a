import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IMetric, MathExpression, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';

export const period = Duration.minutes(5);

/** A third of the page's width. */
export function graph(title: string, ...left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6 });
}

/** A question that the row below it answers, and links for further investigation. */
export function question(title: string, ...lines: string[]): TextWidget {
  return new TextWidget({ markdown: [`## ${title}`, ...lines].join('\n\n'), width: 24, height: 1 + lines.length });
}

/** The series that a search finds, or the result of an expression over them. */
export function searched(expression: string, label = ''): MathExpression {
  return new MathExpression({ expression, usingMetrics: {}, label, period });
}
