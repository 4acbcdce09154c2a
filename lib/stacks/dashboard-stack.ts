import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { OperationsDashboard, type OperationsDashboardProps } from '../constructs/dashboard/operations-dashboard.ts';

/** One page for whoever is on call. */
export class DashboardStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & OperationsDashboardProps) {
    super(scope, id, props);
    new OperationsDashboard(this, 'Dashboard', props);
  }
}
