import { CfnOutput } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import type { StageParts } from './capabilities/grant-capabilities.ts';

/** Carries every event of every feed to other systems of the account. */
export class FeedBus extends Construct {
  private readonly bus: EventBus;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', { description: `Sluice ${settings.stage}: every event of every feed` });
    new CfnOutput(this, 'Name', { value: this.bus.eventBusName });
  }

  get parts(): StageParts {
    return {
      resources: { eventBus: { arns: [this.bus.eventBusArn] } },
      facts: { eventBusName: this.bus.eventBusName },
    };
  }
}
