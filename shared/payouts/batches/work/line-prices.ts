import { recipientOfAccount } from '../../../corridors/recipients/ids.ts';
import type { Recipient } from '../../../corridors/recipients/recipient.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import type { ApiKey } from '../../../identity/api-key.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import { type PlannedPayout, planFunding } from '../../funding/funding-plan.ts';
import { checkRequest } from '../../payout/check-request.ts';
import type { PayoutRequest } from '../../payout/payout-request.ts';
import { priceRouted } from '../../pricing/price-payout.ts';
import type { Batch } from '../batch/batch.ts';
import { type BatchItem, payoutIdOf } from '../batch/batch-item.ts';
import { unapprovedKeyOf } from '../batch/responsible-keys.ts';

/**
 * The price of a line, with its funding if the organization funds it itself; or why it has no price. A refusal with
 * status 500 or above is not final and is tried again later.
 */
export type LinePrice = PlannedPayout | { readonly refusal: ServiceError };

type PlanningRuntime = Pick<
  Runtime<'prices' | 'depositChain' | 'depositRecords'>,
  'rails' | 'deposits' | 'depositRecords' | 'log' | 'clock' | 'ids' | 'store'
>;

type PricedBatch = Pick<
  Batch,
  'organizationId' | 'batchId' | 'createdAt' | 'createdBy' | 'confirmedBy' | 'largestDebit'
>;

/** The payer, the payees, and the keys that request the payouts. No keys if a person does. */
interface Checked {
  readonly organization: Organization;
  readonly recipients: ReadonlyMap<string, Recipient>;
  readonly keys: readonly ApiKey[];
}

interface Line {
  readonly item: Pick<BatchItem, 'index'>;
  readonly request: PayoutRequest;
}

/**
 * The prices of the next lines of a batch. Prices of lines that a commit had no room for are kept for the next commit.
 */
export class LinePrices {
  #known: ReadonlyMap<number, LinePrice> = new Map();

  /**
   * Asks for the prices of lines concurrently.
   * @returns them by index
   */
  async ask(
    runtime: PlanningRuntime,
    batch: PricedBatch,
    checked: Checked,
    lines: readonly Line[],
  ): Promise<ReadonlyMap<number, LinePrice>> {
    const priced = await Promise.all(
      lines.map(async ({ item: { index }, request }): Promise<[number, LinePrice]> => {
        const known = this.#known.get(index);
        return [index, known ?? (await askPrice(runtime, batch, checked, { index, request }))];
      }),
    );
    this.#known = new Map(priced);
    return this.#known;
  }

  forget(indexes: readonly number[]): void {
    const gone = new Set(indexes);
    this.#known = new Map([...this.#known].filter(([index]) => !gone.has(index)));
  }
}

async function askPrice(
  runtime: PlanningRuntime,
  batch: PricedBatch,
  { organization, recipients, keys }: Checked,
  { index, request }: { readonly index: number; readonly request: PayoutRequest },
): Promise<LinePrice> {
  try {
    const found = recipients.get(recipientOfAccount(request.destinationAccountId) ?? '');
    const priced = await priceRouted(checkRequest(runtime, organization, { found, keys }, request));
    const { organizationId } = batch;
    const payoutId = payoutIdOf(batch, index);
    const asked = { organizationId, payoutId, apiKeyId: unapprovedKeyOf(batch) };
    return { priced, plan: await planFunding(runtime, asked, priced, request) };
  } catch (error) {
    if (error instanceof ServiceError) return { refusal: error };
    return { refusal: new ServiceError('INTERNAL', 'the line could not be priced', { cause: error }) };
  }
}
