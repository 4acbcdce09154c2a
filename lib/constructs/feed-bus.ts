import { CfnOutput } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

/** Carries every event of every feed to other systems of the account. */
export class FeedBus extends Construct {
  private readonly bus: EventBus;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', { description: `Sluice ${settings.stage}: every event of every feed` });
    new CfnOutput(this, 'Name', { value: this.bus.eventBusName });
  }

  grantPublish(publisher: ServiceFunction): void {
    publisher.allow(['events:PutEvents'], [this.bus.eventBusArn]);
    this.nameTo(publisher);
  }

  /** Tells a worker that there is a bus, so that it wakes the publishing worker for every event. */
  nameTo(worker: ServiceFunction): void {
    worker.tell('EVENT_BUS_NAME', this.bus.eventBusName);
  }
}
