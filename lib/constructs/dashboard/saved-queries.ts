import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { logQueries, overStage } from '../../log-queries.ts';
import { pascalCase } from '../../names.ts';
import type { Settings } from '../../settings.ts';

/** The queries that a person on call needs, saved in Logs Insights in a folder of the stage. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    super(scope, id);
    for (const [name, query] of Object.entries(logQueries)) {
      new CfnQueryDefinition(this, pascalCase(name), {
        name: `Sluice-${settings.stage}/${name}`,
        queryString: overStage(settings, query),
      });
    }
  }
}
