import type { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Watched } from '../alarms.ts';
import type { ServiceFunction } from '../service-function.ts';

/**
 * True of a period without a successful run of a function that is started once a period. A run that fails is an
 * invocation and an error, both of the time when it began. A function that is not started at all reports nothing, which
 * counts as a failure, too.
 */
export function withoutSuccess({ lambda }: ServiceFunction, period: Duration): Watched {
  const metric = new MathExpression({
    expression: 'invocations - errors',
    usingMetrics: {
      invocations: lambda.metricInvocations({ statistic: 'Sum', period }),
      errors: lambda.metricErrors({ statistic: 'Sum', period }),
    },
    label: 'successful runs',
    period,
  });
  return { metric, threshold: 1, below: true, missingIsFault: true };
}
