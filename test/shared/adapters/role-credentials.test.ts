import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultProvider } from '../../../shared/adapters/role-credentials.ts';

describe('the credentials of a Lambda function', () => {
  afterEach(() => vi.unstubAllEnvs());

  const given = (key: string, secret: string, token: string) => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', key);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
    vi.stubEnv('AWS_SESSION_TOKEN', token);
  };

  it("are its role's, as Lambda puts them into the environment", async () => {
    given('AKIA', 'secret', 'token');
    const expected = { accessKeyId: 'AKIA', secretAccessKey: 'secret', sessionToken: 'token' };
    expect(await defaultProvider()()).toEqual(expected);
  });

  it('are refused by name when there are none', async () => {
    given('', '', '');
    await expect(defaultProvider()()).rejects.toThrow('the environment holds no credentials of a role');
  });
});
