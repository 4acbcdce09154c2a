import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { Settings } from '../../settings.ts';

/**
 * Mails whoever gets the low alarms when the account has spent most of what it may spend in a month, and when AWS expects
 * it to spend more. Of the whole account, because AWS tells stages apart only where somebody has activated their tags.
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
        // Budgets are named in the account, whatever their region.
        budgetName: `Sluice-${stage}-${Stack.of(this).region}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [above('ACTUAL', 80), above('FORECASTED', 100)],
    });
  }
}
