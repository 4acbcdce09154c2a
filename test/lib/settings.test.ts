import { describe, expect, it } from 'vitest';
import { pagesUrlOf, readSettings, SettingsError } from '../../lib/settings.ts';

const read = (context: Record<string, unknown>, environment: Record<string, string> = {}) =>
  readSettings((key) => context[key], environment);

/** What production asks for. */
const fit = {
  stage: 'prod',
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:1:certificate/1',
  mailFrom: 'sluice@example.com',
  alarmEmail: 'alarms@example.com',
};
const named = { domainName: 'api.example.com', certificateArn: 'arn:aws:acm:us-east-1:1:certificate/1' };

describe('the settings of a stage', () => {
  it('are those of a small development stage unless said', () => {
    expect(read({})).toMatchObject({
      stage: 'dev',
      region: 'us-east-1',
      account: undefined,
      edge: true,
      edgeLogs: true,
      signInFirewall: false,
      reserveConcurrency: false,
      workerConcurrency: {},
      table: { billing: { mode: 'on-demand' } },
      heartbeatMinutes: 10,
      requestsPerSecond: 1000,
      mailIdentity: 'domain',
    });
  });

  it('set concurrency aside in production', () => {
    expect(read(fit).reserveConcurrency).toBe(true);
    expect(read({ ...fit, reserveConcurrency: 'false' }).reserveConcurrency).toBe(false);
  });

  it('refuse production without what people need to sign in, and say at once all that is missing', () => {
    expect(() => read({ stage: 'prod' })).toThrow(SettingsError);
    const sentence = (context: object) => {
      try {
        return String(read({ ...context }));
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(sentence({ stage: 'prod' }).split('\n')).toEqual([
      'stage prod needs',
      expect.stringContaining('domainName and certificateArn:'),
      expect.stringContaining('alarmEmail:'),
      expect.stringContaining('mailFrom:'),
      'See docs/settings.md.',
    ]);
    const open = { edge: 'false', edgeLogs: 'false', signInFirewall: 'false' };
    expect(sentence({ ...fit, ...open }).split('\n')).toEqual([
      'stage prod needs',
      expect.stringContaining('edge:'),
      expect.stringContaining('edgeLogs:'),
      expect.stringContaining('signInFirewall:'),
      'See docs/settings.md.',
    ]);
    expect(read(fit)).toMatchObject({ stage: 'prod', edge: true, edgeLogs: true, signInFirewall: true });
  });

  it('say of which class the table is: in production, where payouts are kept for years, that with cheap storage', () => {
    expect(read(fit).table).toEqual({ billing: { mode: 'on-demand' }, infrequentAccess: true });
    expect(read({ ...fit, tableClass: 'standard' }).table).toEqual({ billing: { mode: 'on-demand' } });
    expect(read({}).table).toEqual({ billing: { mode: 'on-demand' } });
    expect(read({ tableClass: 'infrequent-access' }).table).toMatchObject({ infrequentAccess: true });
    expect(() => read({ tableClass: 'glacier' })).toThrow(
      "tableClass must be standard or infrequent-access, not 'glacier'.",
    );
  });

  it('say how many of a worker run at once', () => {
    expect(read({ workerConcurrency: 'advance-payouts=20,offer-events=50' }).workerConcurrency).toEqual({
      'advance-payouts': 20,
      'offer-events': 50,
    });
  });

  it('say how often a quiet endpoint is looked at, from five minutes to a day', () => {
    expect(read({ heartbeatMinutes: '5' }).heartbeatMinutes).toBe(5);
    expect(read({ heartbeatMinutes: '1440' }).heartbeatMinutes).toBe(1440);
  });

  it('say what the table takes and how it is billed', () => {
    const warm = { warmReadUnits: '24000', warmWriteUnits: '12000', warmIndexWriteUnits: '6000' };
    expect(read({ ...warm, maxReadUnits: '900', maxWriteUnits: '300' }).table).toEqual({
      billing: { mode: 'on-demand', mostReads: 900, mostWrites: 300 },
      warm: { reads: 24_000, writes: 12_000 },
      warmIndex: { writes: 6_000 },
    });
    expect(read({ billing: 'provisioned', readCapacity: '10-900', writeCapacity: '20-300' }).table).toEqual({
      billing: { mode: 'provisioned', reads: { least: 10, most: 900 }, writes: { least: 20, most: 300 } },
    });
  });

  it('may say that loopback is not exempt from the check of webhook addresses, which is so anyway', () => {
    expect(read({ webhookLoopback: 'false' })).toEqual(read({}));
  });

  it("follow the caller's credentials, and the context before them", () => {
    const environment = { CDK_DEFAULT_ACCOUNT: '123456789012', CDK_DEFAULT_REGION: 'eu-west-1' };
    expect(read({}, environment)).toMatchObject({ account: '123456789012', region: 'eu-west-1' });
    expect(read({ region: 'eu-central-1' }, environment).region).toBe('eu-central-1');
  });

  it('archive the changes of production for as long as it can be restored', () => {
    expect(read({})).toMatchObject({ archive: false, archiveDays: 35 });
    expect(read(fit).archive).toBe(true);
    const said = read({ ...fit, archive: 'false', archiveDays: '7' });
    expect([said.archive, said.archiveDays]).toEqual([false, 7]);
  });

  it('name whom mail is from', () => {
    expect(read({ mailFrom: 'sluice@example.com' }).mailFrom).toBe('sluice@example.com');
    expect(read({}).mailFrom).toBeUndefined();
  });

  it('name who gets the alarms, and where the runbook is', () => {
    const said = {
      alarmEmail: 'high@example.com',
      lowAlarmEmail: 'low@example.com',
      runbookUrl: 'https://example.com/r',
    };
    expect(read(said)).toMatchObject(said);
  });

  it('say what the account may cost in a month, which production does by itself', () => {
    expect([read({}).monthlyBudget, read(fit).monthlyBudget]).toEqual(['none', 200]);
    expect(read({ ...fit, monthlyBudget: '1500' }).monthlyBudget).toBe(1500);
    expect(read({ ...fit, monthlyBudget: 'none' }).monthlyBudget).toBe('none');
    expect(() => read({ monthlyBudget: '9.99' })).toThrow(SettingsError);
  });

  it('name where the screening list is', () => {
    expect(read({ screeningList: 's3://bucket/ofac' }).screeningList).toBe('s3://bucket/ofac');
    expect(read({}).screeningList).toBeUndefined();
  });

  it('want a second operator and a trail in production, and in development where they are asked for', () => {
    expect(read(fit)).toMatchObject({ secondOperatorAbove: '1000.00', operationsTrail: true });
    expect(read({})).toMatchObject({ secondOperatorAbove: 'none', operationsTrail: false });
    const asked = { secondOperatorAbove: '0', operationsTrail: 'true' };
    expect(read(asked)).toMatchObject({ secondOperatorAbove: '0', operationsTrail: true });
    expect(read({ ...fit, secondOperatorAbove: 50 }).secondOperatorAbove).toBe('50');
  });

  it('find the restored table in the ARN of its stream', () => {
    const arn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/restored';
    const streamArn = `${arn}/stream/2026-11-20T00:00:00.000`;
    expect(read({ restoredTableStream: streamArn, region: 'eu-west-1' }).restoredTable).toEqual({ arn, streamArn });
  });

  it('name a host of its own for pages', () => {
    const domain = { name: named.domainName, certificateArn: named.certificateArn };
    expect(read(named).domain).toEqual(domain);
    const apart = read({ ...named, pagesDomainName: 'pay.example.com' });
    expect(apart.domain).toEqual({ ...domain, pagesName: 'pay.example.com' });
  });

  it('say where people reach pages, or that they cannot', () => {
    const url = (context: Record<string, unknown>) => pagesUrlOf(read(context), 'https://id.execute-api.example');
    expect(url({ ...named, pagesDomainName: 'pay.example.com' })).toBe('https://pay.example.com');
    expect(url(named)).toBe('https://api.example.com');
    expect(url({})).toBeUndefined();
    expect(url({ edge: 'false' })).toBe('https://id.execute-api.example');
  });

  it.each([
    [{ stage: 'production' }, 'stage must be one of dev, prod'],
    [{ region: 'Frankfurt' }, 'region must be an AWS region'],
    [{ edge: 'no' }, 'edge must be true or false'],
    [{ ...fit, edge: 'false' }, 'stage prod needs'],
    [{ mailIdentity: 'user' }, 'mailIdentity must be one of domain, address'],
    [{ workerConcurrency: 'offer-events' }, 'workerConcurrency must be WORKER=NUMBER'],
    [{ workerConcurrency: 'offer-events=1' }, 'from 2 to 1000'],
    [{ heartbeatMinutes: '4' }, 'heartbeatMinutes must be from 5 to 1440'],
    [{ heartbeatMinutes: '1441' }, 'heartbeatMinutes must be from 5 to 1440'],
    [{ heartbeatMinutes: '5.5' }, 'heartbeatMinutes must be a whole number'],
    [{ billing: 'free' }, 'billing must be on-demand or provisioned'],
    [{ billing: 'provisioned', readCapacity: '1-2' }, 'needs readCapacity and writeCapacity'],
    [{ readCapacity: '1-2' }, 'need billing=provisioned'],
    [{ billing: 'provisioned', readCapacity: '3-2', writeCapacity: '1-2' }, 'readCapacity must be LEAST-MOST'],
    [{ billing: 'provisioned', readCapacity: '0-2', writeCapacity: '1-2' }, 'readCapacity must be LEAST-MOST'],
    [{ billing: 'provisioned', readCapacity: '1-40001', writeCapacity: '1-2' }, 'up to 40000'],
    [
      { billing: 'provisioned', readCapacity: '1-2', writeCapacity: '1-2', maxReadUnits: '5' },
      'need billing=on-demand',
    ],
    [{ warmWriteUnits: '3999' }, 'warmWriteUnits must be from 4000 to 40000'],
    [{ warmReadUnits: '11999' }, 'warmReadUnits must be from 12000 to 40000'],
    [{ warmIndexWriteUnits: '40001' }, 'warmIndexWriteUnits must be from 4000 to 40000'],
    [{ requestsPerSecond: '0' }, 'requestsPerSecond must be a whole number above zero'],
    [{ alarmEmail: 'nobody' }, 'alarmEmail must be an e-mail address'],
    [{ lowAlarmEmail: 'low@example.com' }, 'lowAlarmEmail needs alarmEmail'],
    [{ alarmEmail: 'high@example.com', lowAlarmEmail: 'nobody' }, 'lowAlarmEmail must be an e-mail address'],
    [{ runbookUrl: 'docs/runbook.md' }, 'runbookUrl must be an https address'],
    [{ runbookUrl: 'https://example.com/a)b' }, 'runbookUrl must be an https address'],
    [{ runbookUrl: 'https://example.com/#top' }, 'runbookUrl must be an https address'],
    [{ mailFrom: 'nobody' }, 'mailFrom must be an e-mail address'],
    [{ mailFrom: '*@example.com' }, 'mailFrom must be an e-mail address'],
    [{ screeningList: '/var/ofac' }, 'screeningList must be s3://bucket/prefix'],
    [{ screeningList: 's3://bucket/*' }, 'screeningList must be s3://bucket/prefix'],
    [{ domainName: 'api.example.com' }, 'give both or neither'],
    [{ domainName: 'a.example', certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/1' }, 'us-east-1'],
    [{ pagesDomainName: 'pay.example.com' }, 'pagesDomainName needs domainName'],
    [{ ...named, pagesDomainName: named.domainName }, 'must be another host than domainName'],
    [{ ...named, pagesDomainName: 'pay.example.com', edge: 'false' }, 'on a stage with edge=true'],
    [{ ...named, pagesDomainName: "pay.example.com'" }, 'pagesDomainName must be a host name'],
    [{ ...named, pagesDomainName: 'https://pay.example.com' }, 'pagesDomainName must be a host name'],
    [{ webhookLoopback: 'true' }, 'every AWS stage refuses it'],
    [{ webhookLoopback: true, stage: 'dev' }, 'every AWS stage refuses it'],
    [{ webhookLoopback: '' }, 'every AWS stage refuses it'],
    [{ originSecretVersion: 'v2' }, 'originSecretVersion must be the id of a version'],
    [{ originSecretVersion: `${'a'.repeat(32)}}}` }, 'originSecretVersion must be the id of a version'],
    [{ secondOperatorAbove: 'none', stage: 'prod' }, 'secondOperatorAbove must be an amount such as 1000.00, not'],
    [{ secondOperatorAbove: '-1' }, 'secondOperatorAbove must be an amount such as 1000.00 or none'],
    [{ secondOperatorAbove: '1e9' }, 'secondOperatorAbove must be an amount'],
    [{ operationsTrail: 'false', stage: 'prod' }, 'stage prod refuses it'],
    [
      { restoredTableStream: 'arn:aws:dynamodb:eu-west-1:1:table/a/stream/b', region: 'eu-central-1' },
      'names a table in eu-west-1, and the stage is in eu-central-1',
    ],
    [{ restoredTableStream: 'Sluice-restored' }, "the ARN of the restored table's stream"],
  ])('refuse %o in a sentence', (context, sentence) => {
    expect(() => read(context)).toThrow(SettingsError);
    expect(() => read(context)).toThrow(sentence);
  });
});
