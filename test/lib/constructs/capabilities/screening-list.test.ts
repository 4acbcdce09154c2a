import { Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { allowing, told } from '../../support/permissions.ts';
import { type Synthesized, synthesize } from '../../support/synthesize.ts';

const screeningList = 's3://compliance.example/ofac';

function warningsOf({ app }: Synthesized) {
  const stack = app.node.children.find((child) => Stack.isStack(child) && child.stackName.endsWith('-Foundation'));
  return Annotations.fromStack(stack as Stack).findWarning('*', Match.stringLikeRegexp('screeningList'));
}

/** Of names and of senders. */
const readers =
  /AdvanceFunding|ClaimPayoutLink|ConfirmPayoutFunding|CreatePayoutLink|CreateRecipient|JudgeTransfers|Rescreen|Screen/;

describe('the screening list', () => {
  it('is read, three objects of it and nothing else, by what screens recipients and senders and what explains a refusal', async () => {
    const app = await synthesize({ screeningList });
    const reading = allowing(app, 's3:GetObject').filter(({ statement }) =>
      JSON.stringify(statement).includes('compliance'),
    );
    expect(reading.map(({ roles }) => readers.exec(String(roles))?.[0]).sort()).toEqual([
      'AdvanceFunding',
      'ClaimPayoutLink',
      'ConfirmPayoutFunding',
      'CreatePayoutLink',
      'CreateRecipient',
      'JudgeTransfers',
      'Rescreen',
      'Screen',
    ]);
    for (const { statement } of reading) {
      expect(
        JSON.stringify(statement.Resource)
          .match(/:s3:::[^"]+/g)
          ?.sort(),
      ).toEqual([
        ':s3:::compliance.example/ofac/ALT.CSV',
        ':s3:::compliance.example/ofac/SDN.CSV',
        ':s3:::compliance.example/ofac/SDN_COMMENTS.CSV',
      ]);
    }
    expect(told(app, 'SCREENING_LIST').sort()).toEqual([
      expect.stringContaining('Operation judge-transfers'),
      expect.stringContaining('Operation rescreen'),
      expect.stringContaining('Operation screen'),
      expect.stringContaining('/payout-links: Create a payout link'),
      expect.stringContaining('/funding/confirm: Confirm the funding of a payout'),
      expect.stringContaining('/recipients/{orgId}: Create a recipient'),
      expect.stringContaining('/p/payout/{token}/claim: Claim a payout link'),
      'Worker advance-funding',
    ]);
    expect(warningsOf(app)).toEqual([]);
  });

  it('is missed in a production stage that names none', async () => {
    const app = await synthesize();
    expect(told(app, 'SCREENING_LIST')).toEqual([]);
    expect(warningsOf(app)).toHaveLength(1);
    expect(warningsOf(await synthesize({ stage: 'dev' }))).toEqual([]);
  });
});
