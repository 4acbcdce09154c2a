import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { Sluice } from '../../../../client/src/index.ts';
import type { TestStack } from '../../../support/stack.ts';
import { createAccount } from '../recipients.ts';

export interface SigningKey {
  readonly id: string;
  /** PEM. */
  readonly privateKey: string;
}

/** What the mistakes are made with. */
export interface Scene {
  readonly origin: string;
  readonly keys: Readonly<Record<'key' | 'read-only key' | 'pinned key', SigningKey>>;
  readonly sessions: TestStack['sessions'];
  /** What stands for `{name}` in a request. */
  readonly names: Readonly<Record<string, string>>;
}

/** No address that a test calls from. */
const elsewhere = '203.0.113.7';

/** An organization with a payout, an accepted quote and a paid link; its balance is 480.00 USD. */
export async function prepareScene({ baseUrl, organizationId, apiKey, sessions }: TestStack): Promise<Scene> {
  const sluice = new Sluice({ baseUrl, organizationId, apiKey });
  const owner = new Sluice({ baseUrl, organizationId, session: sessions.owner });
  await sluice.fundSandbox({ amount: '500.00' });
  const account = await createAccount(sluice);
  const usedKey = randomUUID();
  const paid = await sluice.createPayout(
    { amount: '10.00', destinationAccountId: account },
    { idempotencyKey: usedKey },
  );
  const { snapshotId } = await sluice.createQuote({ amount: '10.00', destinationAccountId: account });
  await sluice.acceptQuote({ snapshotId });
  const item = { name: 'Mug', quantity: 1, unitAmount: '12.50' };
  const { linkId } = await sluice.createLink({ currency: 'USD', items: [item], publish: true });
  const { id: payment } = await sluice.simulateCheckoutPayment({ linkId });
  const { data: rows } = await sluice.listBalanceTransactions({ limit: 1 });
  return {
    origin: new URL(baseUrl).origin,
    sessions,
    keys: {
      key: apiKey,
      'read-only key': await issueKey(owner, {}),
      'pinned key': await issueKey(owner, { allowedIps: [elsewhere] }),
    },
    names: {
      orgId: organizationId,
      foreignOrgId: 'cjld2cjxh0000qzrmn831i7rn',
      keyId: apiKey.id,
      basic: Buffer.from(`${apiKey.id}:`).toString('base64'),
      ownerToken: sessions.owner,
      account,
      recipient: account.replace('acct_', 'rcp_'),
      usedKey,
      payout: 'payoutId' in paid ? paid.payoutId : '',
      acceptedQuote: snapshotId,
      payment,
      otherCursor: rows[0]?.id ?? '',
      secp256k1: publicKeyOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })),
      rsa: publicKeyOf(generateKeyPairSync('rsa', { modulusLength: 2048 })),
    },
  };
}

async function issueKey(owner: Sluice, more: { readonly allowedIps?: string[] }): Promise<SigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { id } = await owner.issueApiKey({ name: 'Books', publicKey, scopes: ['read'], ...more });
  return { id, privateKey };
}

function publicKeyOf({ publicKey }: ReturnType<typeof generateKeyPairSync>): string {
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
}
