import type { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Watched } from '../alarms.ts';
import type { ServiceFunction } from '../service-function.ts';

/**
 * True for a period without a successful run of a function that is started once per period. A failed run is an
 * invocation and an error, both at the time when it started. A function that is not started at all reports nothing,
 * which also counts as a failure.
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
