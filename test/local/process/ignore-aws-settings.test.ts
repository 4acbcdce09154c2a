import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Sluice } from '../../../client/src/index.ts';
import { startTestStack } from '../../support/stack.ts';

afterEach(() => void vi.unstubAllEnvs());

const nowhere = 'http://192.0.2.1';
const profile = `
use_fips_endpoint = true
use_dualstack_endpoint = true
endpoint_url = ${nowhere}
max_attempts = many
retry_mode = never
defaults_mode = odd
region =
`;

/** A home with settings of AWS as their tools write them. */
function homeWithSettings(): string {
  const home = mkdtempSync(join(tmpdir(), 'sluice-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, '.aws'));
  writeFileSync(join(home, '.aws', 'config'), `[default]${profile}\n[profile work]${profile}`);
  writeFileSync(join(home, '.aws', 'credentials'), '[default]\naws_access_key_id');
  return home;
}

test.each<[string, () => Record<string, string>]>([
  ['FIPS endpoints', () => ({ AWS_USE_FIPS_ENDPOINT: 'true' })],
  ['dual-stack endpoints', () => ({ AWS_USE_DUALSTACK_ENDPOINT: 'true' })],
  [
    'its own addresses and what is no value',
    () => ({
      AWS_ENDPOINT_URL: nowhere,
      AWS_ENDPOINT_URL_SQS: nowhere,
      AWS_ENDPOINT_URL_DYNAMODB: nowhere,
      AWS_MAX_ATTEMPTS: 'many',
      AWS_RETRY_MODE: 'never',
      AWS_DEFAULTS_MODE: 'odd',
      AWS_REGION: '',
      AWS_ACCOUNT_ID_ENDPOINT_MODE: 'required',
    }),
  ],
  ['a profile that is missing', () => ({ AWS_PROFILE: 'missing', HOME: homeWithSettings() })],
  ['a default profile', () => ({ HOME: homeWithSettings() })],
  ['a profile that is named', () => ({ AWS_PROFILE: 'work', AWS_SDK_LOAD_CONFIG: '1', HOME: homeWithSettings() })],
  ['a file of its own', () => ({ AWS_CONFIG_FILE: join(homeWithSettings(), '.aws', 'config') })],
])('a stack starts and pays where the settings of AWS name %s', async (_, settings) => {
  for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value);
  await using stack = await startTestStack();
  const { baseUrl, organizationId, apiKey } = stack;
  const sluice = new Sluice({ baseUrl, organizationId, apiKey });

  const { amount } = await sluice.fundSandbox({ amount: '5.00' });

  expect(amount).toBe('5.00');
  expect(stack.output()).not.toMatch(/error|warn/i);
});
