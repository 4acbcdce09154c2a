import type { Scope } from '../../../shared/identity/api-key.ts';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import { vaultSlot } from '../../../shared/ports/connections.ts';
import { vaultRail } from '../../../shared/providers/evm/vault/corridors.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { vaultRegistration } from '../../../shared/providers/vault/catalog.ts';
import type { TestOrganization } from '../../support/journey.ts';
import { addressOf, WalletRail, walletBody } from '../../support/wallets/wallet-scene.ts';
import type { Stage } from '../observed.ts';
import { liveOrganization } from './live.ts';
import type { Call, ErrorRow } from './row.ts';

function provision({ service }: Stage, { organizationId }: TestOrganization, ...chains: string[]): Promise<unknown> {
  return decideAndCommit(service.runtime, {
    organizationId,
    reads: {},
    decide: ({ organization }, draft) => {
      const connections = Object.fromEntries(chains.map((chain) => [vaultSlot(chain), 'conn_vault']));
      draft.changeOrganization({ ...organization, connections });
      return { reply: { status: 200, body: undefined } };
    },
  });
}

/** A live organization that may pay wallets on Base, and has registered one. */
async function walletPayer(stage: Stage) {
  stage.ports = {
    payouts: { ...sandboxRails.payouts, [vaultRail]: new WalletRail() },
    registration: { ...sandboxRails.registration, [vaultRail]: vaultRegistration },
    screening: { screen: async () => 'clear' },
  };
  const of = await liveOrganization(stage);
  await provision(stage, of, 'base');
  const { methods } = await stage.client(of).createRecipient(walletBody() as never);
  return { of, destinationAccountId: methods[0]?.destinationAccountId ?? '' };
}

/** Every call of a key that registers a wallet or pays it, with a quote that another key has asked for. */
async function callsOf(
  stage: Stage,
  of: TestOrganization,
  destinationAccountId: string,
  scopes: readonly Scope[],
): Promise<Call[]> {
  const { snapshotId } = await stage.client(of).createQuote({ amount: '100.00', destinationAccountId });
  const key = await stage.service.key(of.organizationId, { scopes });
  const sluice = stage.client({ ...of, ...key });
  const other = walletBody(addressOf('99990000')) as never;
  return [
    () => sluice.createRecipient(other, { idempotencyKey: 'recipient' }),
    () => sluice.createQuote({ amount: '100.00', destinationAccountId }),
    () => sluice.acceptQuote({ snapshotId, reference: 'accepted' }, { idempotencyKey: 'accept' }),
    () => sluice.createPayout({ amount: '20.00', destinationAccountId }, { idempotencyKey: 'payout' }),
  ];
}

/** Why a wallet is not paid. */
export const walletRows: readonly ErrorRow[] = [
  {
    words: '`CRYPTO_PAYOUTS_DISABLED` | 400 | needs a key with scopes `write` and `crypto_payouts` | -',
    async scene(stage) {
      const { of, destinationAccountId } = await walletPayer(stage);
      return {
        of,
        calls: await callsOf(stage, of, destinationAccountId, ['read', 'write']),
        instead: () => stage.client(of).createPayout({ amount: '20.00', destinationAccountId }),
      };
    },
  },
  {
    words: '`WALLET_NOT_PROVISIONED` | 400 | no wallet to pay a wallet recipient | -',
    async scene(stage) {
      const { of, destinationAccountId } = await walletPayer(stage);
      const calls = await callsOf(stage, of, destinationAccountId, ['read', 'write', 'crypto_payouts']);
      await provision(stage, of, 'polygon');
      return { of, calls, clear: () => provision(stage, of, 'base') };
    },
  },
];
