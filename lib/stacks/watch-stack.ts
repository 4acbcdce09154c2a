import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { raiseConcurrencyAlarm, raiseKeyAlarm } from '../constructs/alarms/account-alarms.ts';
import { SpendingBudget } from '../constructs/alarms/spending-budget.ts';
import type { ArchiveBucket } from '../constructs/archive/archive-bucket.ts';
import type { Settings } from '../settings.ts';
import type { FoundationStack } from './foundation-stack.ts';

export interface WatchStackProps extends StackProps {
  readonly settings: Settings;
  readonly foundation: FoundationStack;
  /** Undefined if the stage archives no changes. */
  readonly archive: ArchiveBucket | undefined;
}

/** Watches the account around the stage: its keys, its quota and its bill. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, props: WatchStackProps) {
    super(scope, id, props);
    const { settings, foundation, archive } = props;
    raiseConcurrencyAlarm(this, foundation.alarms);
    raiseKeyAlarm(this, foundation.alarms, [foundation.table.key, ...(archive ? [archive.key] : [])]);
    new SpendingBudget(this, 'Spending', { settings });
  }
}
