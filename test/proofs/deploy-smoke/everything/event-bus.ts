import assert from 'node:assert/strict';
import {
  DeleteRuleCommand,
  EventBridgeClient,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { eventSource } from '../../../../shared/adapters/eventbridge-bus.ts';
import type { PlayedStage } from './played-stage.ts';
import { until } from './until.ts';

const amount = '7.00';
const waitSeconds = 5;

/** Follows one type of event on the stage's bus, as another system of the account would, until it carries a deposit. */
export async function followBus(stage: PlayedStage): Promise<string> {
  const follower = await startFollower(stage);
  try {
    const { organizationId, sluice } = await stage.organization('followed');
    const deposits = new Set<string>();
    const { id, data } = await until('the bus carries a deposit', async () => {
      // A new rule can take a minute to work. A deposit before that is not heard of, so each round makes another one.
      deposits.add((await sluice.fundSandbox({ amount })).depositId);
      const heard = await follower.receive();
      return heard.find((event) => event.organizationId === organizationId && deposits.has(event.data.depositId));
    });
    assert.equal(data.amount, amount);
    const feed = (await sluice.listEvents({})).data;
    assert.ok(
      feed.some((event) => event.id === id && event.type === 'deposit.completed'),
      'the bus and the feed must carry the same event',
    );
    return `the bus carried event ${id} of the feed to another system`;
  } finally {
    await follower.stop();
  }
}

interface Heard {
  readonly id: string;
  readonly organizationId: string;
  readonly data: { readonly depositId: string; readonly amount: string };
}

/** A queue that a rule of the bus fills. */
async function startFollower(stage: PlayedStage) {
  const { aws, busName: EventBusName } = stage.access;
  const [events, sqs] = [new EventBridgeClient(aws), new SQSClient({ ...aws, useQueueUrlAsEndpoint: false })];
  const name = stage.nameOf('follower');
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
  const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] });
  const { QueueArn } = (await sqs.send(asked)).Attributes ?? {};
  const EventPattern = JSON.stringify({ source: [eventSource], 'detail-type': ['deposit.completed'] });
  const { RuleArn } = await events.send(new PutRuleCommand({ EventBusName, Name: name, EventPattern }));
  const Policy = JSON.stringify(allowing(QueueArn, RuleArn));
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { Policy } }));
  const Targets = [{ Id: 'follower', Arn: QueueArn }];
  await events.send(new PutTargetsCommand({ EventBusName, Rule: name, Targets }));
  return {
    async receive(): Promise<Heard[]> {
      const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: waitSeconds });
      const { Messages = [] } = await sqs.send(receive);
      return Messages.map(({ Body = '' }) => JSON.parse(Body).detail);
    },
    async stop(): Promise<void> {
      await events.send(new RemoveTargetsCommand({ EventBusName, Rule: name, Ids: ['follower'] }));
      await events.send(new DeleteRuleCommand({ EventBusName, Name: name }));
      await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    },
  };
}

function allowing(queueArn: string | undefined, ruleArn: string | undefined) {
  const Statement = {
    Effect: 'Allow',
    Principal: { Service: 'events.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: queueArn,
    Condition: { ArnEquals: { 'aws:SourceArn': ruleArn } },
  };
  return { Version: '2012-10-17', Statement };
}
