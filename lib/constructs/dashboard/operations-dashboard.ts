import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { DueKind } from '../../../shared/ports/due-kinds.ts';
import type { Settings } from '../../settings.ts';
import type { Raised } from '../alarms.ts';
import type { DueQueue } from '../due-queue.ts';
import type { PaymentsTable } from '../payments-table.ts';
import { alarmStates } from './alarm-states.ts';
import { whatItCosts } from './what-it-costs.ts';
import { whereItIsStuck } from './where-it-is-stuck.ts';
import { whetherAnyoneIsHurt } from './whether-anyone-is-hurt.ts';
import { whetherMoneyMoves } from './whether-money-moves.ts';

/** What the page shows. */
export interface OperationsDashboardProps {
  readonly settings: Settings;
  readonly raised: readonly Raised[];
  readonly api: IHttpApi;
  readonly table: PaymentsTable;
  readonly queues: ReadonlyMap<DueKind, DueQueue>;
  /** Undefined where there is no CloudFront in front. */
  readonly distribution: IDistribution | undefined;
}

/**
 * The alarms, and then four questions in the order in which somebody on call asks them. Functions and alarms are found by
 * name, not by reference, so that this page does not prevent the removal of one.
 */
export class OperationsDashboard extends Construct {
  constructor(scope: Construct, id: string, props: OperationsDashboardProps) {
    super(scope, id);
    new Dashboard(this, 'Dashboard', {
      widgets: [
        ...alarmStates(this, props),
        ...whetherMoneyMoves(props),
        ...whetherAnyoneIsHurt(props),
        ...whereItIsStuck(props),
        ...whatItCosts(props),
      ],
    });
  }
}
