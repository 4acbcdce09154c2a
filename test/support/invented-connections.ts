import * as z from 'zod';
import { ringCredentials } from '../../local/secrets/ring-credentials.ts';
import { type ConnectionKind, ConnectionRefused, type ConnectionTrials } from '../../shared/ports/connections.ts';
import { connectionTrials } from '../../shared/providers/connection-trials.ts';

type Ring = Parameters<typeof ringCredentials>[0];

const Settings = z.strictObject({ country: z.enum(['DE', 'MX']) });
const Credentials = z.strictObject({ key: z.string().max(100) });

/** A bank that nobody has. Its keys are `<account>:<anything>`, or `<account>:<anything>:<holder>`, and it tells whose account one is of. */
const inventedBank: ConnectionKind<z.output<typeof Settings>, z.output<typeof Credentials>> = {
  provider: 'invented',
  port: 'payouts',
  mode: 'live',
  settings: Settings,
  credentials: Credentials,
  slotOf: ({ country }) => `payouts/${country}`,
  async check(_settings, { key }, _place, known) {
    const [account = '', secret, holder = 'Example Ltd'] = key.split(':');
    if (!secret) throw new ConnectionRefused('the bank knows no such key');
    const isRenamed = known && known.details.holder !== holder;
    return {
      accountId: account,
      account: { account },
      details: { holder },
      hosts: ['bank.example'],
      ...(isRenamed && { findings: [`the account is ${holder}'s`] }),
    };
  },
};
/** The kinds that the service of a test knows. */
export const inventedKinds = [inventedBank as unknown as ConnectionKind];

export function inventedConnections(ring: Ring): ConnectionTrials {
  return connectionTrials(ringCredentials(ring), { clock: Date.now, loopback: false }, inventedKinds);
}
