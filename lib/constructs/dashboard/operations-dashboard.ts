import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { alarmStates } from './alarm-states.ts';
import type { Shown } from './shown.ts';
import { whatItCosts } from './what-it-costs.ts';
import { whereItIsStuck } from './where-it-is-stuck.ts';
import { whetherAnyoneIsHurt } from './whether-anyone-is-hurt.ts';
import { whetherMoneyMoves } from './whether-money-moves.ts';

/**
 * The alarms, followed by four questions in the order in which a person on call asks them. Functions and alarms are
 * found by name rather than by reference, so that this page does not prevent their removal.
 */
export class OperationsDashboard extends Construct {
  constructor(scope: Construct, id: string, props: Shown) {
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
