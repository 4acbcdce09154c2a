import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { Settings } from '../../settings.ts';

/**
 * Notifies the recipients of low alarms when the account has spent most of its monthly limit, and when AWS expects it
 * to spend more. Covers the whole account, because AWS distinguishes stages only if someone has activated their tags.
 */
export class SpendingBudget extends Construct {
  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    super(scope, id);
    const { stage, monthlyBudget, alarmEmail, lowAlarmEmail = alarmEmail } = settings;
    if (monthlyBudget === 'none' || lowAlarmEmail === undefined) return;
    const subscribers = [{ subscriptionType: 'EMAIL', address: lowAlarmEmail }];
    const above = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
      subscribers,
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        // Budget names are unique per account, across regions.
        budgetName: `Sluice-${stage}-${Stack.of(this).region}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [above('ACTUAL', 80), above('FORECASTED', 100)],
    });
  }
}
