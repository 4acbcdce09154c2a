import { randomBytes } from 'node:crypto';
import { scheduleWork } from '../../../shared/journal/due/due-work.ts';
import { awaitingWork } from '../../../shared/payouts/funding/watch.ts';
import type { Payout } from '../../../shared/payouts/payout/payout.ts';
import type { SenderScreening } from '../../../shared/ports/screening.ts';
import { storePayout } from '../../functions/payouts/support.ts';
import type { TestOrganization } from '../journey.ts';
import type { TestService } from '../service.ts';
import { awaitedFunds } from './awaited-funds.ts';
import { PlayedChain } from './played-chain.ts';

/** The sandbox has no payouts that an organization funds itself: these are stored, on a chain whose new blocks are not final. */
export class Confirmable {
  readonly chain = new PlayedChain();
  /** Addresses that the sanctions list names. */
  readonly listed = new Set<string>();
  readonly senders: SenderScreening = {
    screenSender: async (address) => (this.listed.has(address) ? 'refused' : 'clear'),
  };

  constructor() {
    this.chain.behind = 10;
  }

  /** What a service is started with. */
  get ports() {
    return { deposits: this.chain.port, senders: this.senders };
  }

  /** Stores a payout that awaits 100 dollars. */
  async payout(
    service: TestService,
    of: Pick<TestOrganization, 'organizationId'>,
    change: Partial<Payout> = {},
  ): Promise<{ payoutId: string }> {
    const { runtime, clock } = service;
    const payoutId = runtime.ids.next('po', clock.now);
    const address = this.chain.addressOf(payoutId);
    const funding = { ...awaitedFunds.funding, connectionId: this.chain.connectionId, address };
    const itsOwn = { ...awaitedFunds, payoutId, acceptedAt: clock.now, funding };
    await storePayout(service, of, { ...change, ...itsOwn });
    const work = awaitingWork({ ...of, payoutId });
    await runtime.store.transact([scheduleWork(work, clock.now + 30 * 24 * 60 * 60_000)], runtime.ids.token());
    return { payoutId };
  }

  /** Sends the money of a payout. @returns what is confirmed then */
  send(
    { payoutId }: { readonly payoutId: string },
    made: Partial<Parameters<PlayedChain['mine']>[1]> = {},
  ): { readonly payoutId: string; readonly transactionHash: string } {
    const { hash } = this.chain.mine({ payoutId, amount: 100_000_000n }, { madeAt: Date.now(), ...made });
    return { payoutId, transactionHash: hash };
  }

  /** The hash of a transaction that is in no block. */
  newHash(): string {
    return `0x${randomBytes(32).toString('hex')}`;
  }
}
