import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { OperationsDashboard } from '../constructs/dashboard/operations-dashboard.ts';
import { SavedQueries } from '../constructs/dashboard/saved-queries.ts';
import type { Shown } from '../constructs/dashboard/shown.ts';

/** A page for the person on call, and the log queries that it links to. */
export class DashboardStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & Shown) {
    super(scope, id, props);
    new OperationsDashboard(this, 'Dashboard', props);
    new SavedQueries(this, 'Queries', props);
  }
}
