import { describe, expect, it } from 'vitest';
import { pagesUrlOf, readSettings, SettingsError } from '../../lib/settings.ts';

const read = (context: Record<string, unknown>, environment: Record<string, string> = {}) =>
  readSettings((key) => context[key], environment);

const named = { domainName: 'api.example.com', certificateArn: 'arn:aws:acm:us-east-1:1:certificate/1' };

describe('the settings of a stage', () => {
  it('are those of a small development stage unless said', () => {
    expect(read({})).toMatchObject({
      stage: 'dev',
      region: 'us-east-1',
      account: undefined,
      edge: true,
      reserveConcurrency: false,
      requestsPerSecond: 1000,
    });
  });

  it('set concurrency aside in production', () => {
    expect(read({ stage: 'prod' }).reserveConcurrency).toBe(true);
    expect(read({ stage: 'prod', reserveConcurrency: 'false' }).reserveConcurrency).toBe(false);
  });

  it('may say that loopback is not exempt from the check of webhook addresses, which is so anyway', () => {
    expect(read({ webhookLoopback: 'false' })).toEqual(read({}));
  });

  it("follow the caller's credentials, and the context before them", () => {
    const environment = { CDK_DEFAULT_ACCOUNT: '123456789012', CDK_DEFAULT_REGION: 'eu-west-1' };
    expect(read({}, environment)).toMatchObject({ account: '123456789012', region: 'eu-west-1' });
    expect(read({ region: 'eu-central-1' }, environment).region).toBe('eu-central-1');
  });

  it('name whom mail is from', () => {
    expect(read({ mailFrom: 'sluice@example.com' }).mailFrom).toBe('sluice@example.com');
    expect(read({}).mailFrom).toBeUndefined();
  });

  it('name where the screening list is', () => {
    expect(read({ screeningList: 's3://bucket/ofac' }).screeningList).toBe('s3://bucket/ofac');
    expect(read({}).screeningList).toBeUndefined();
  });

  it('want a second operator and a trail in production, and in development where they are asked for', () => {
    expect(read({ stage: 'prod' })).toMatchObject({ secondOperatorAbove: '1000.00', operationsTrail: true });
    expect(read({})).toMatchObject({ secondOperatorAbove: 'none', operationsTrail: false });
    const asked = { secondOperatorAbove: '0', operationsTrail: 'true' };
    expect(read(asked)).toMatchObject({ secondOperatorAbove: '0', operationsTrail: true });
    expect(read({ stage: 'prod', secondOperatorAbove: 50 }).secondOperatorAbove).toBe('50');
  });

  it('find the restored table in the ARN of its stream', () => {
    const arn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/restored';
    const streamArn = `${arn}/stream/2026-11-20T00:00:00.000`;
    expect(read({ restoredTableStream: streamArn }).restoredTable).toEqual({ arn, streamArn });
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
    [{ stage: 'prod', edge: 'false' }, 'stage prod refuses it'],
    [{ requestsPerSecond: '0' }, 'requestsPerSecond must be a whole number above zero'],
    [{ alarmEmail: 'nobody' }, 'alarmEmail must be an e-mail address'],
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
    [{ restoredTableStream: 'Sluice-restored' }, "the ARN of the restored table's stream"],
  ])('refuse %o in a sentence', (context, sentence) => {
    expect(() => read(context)).toThrow(SettingsError);
    expect(() => read(context)).toThrow(sentence);
  });
});
