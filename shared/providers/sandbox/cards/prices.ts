import { absent } from '../../../ground/table/expressions.ts';
import { ConditionFailed } from '../../../ground/table/refusals.ts';
import type { CardAcquirer, PriceCall } from '../../../ports/card-acquirer.ts';
import type { ProcessorReport } from '../../../ports/processor.ts';
import { amountDigits } from '../outcome-digits.ts';
import type { AcquirerMemory } from './memory.ts';
import {
  closedPrice,
  isSameCall,
  priceOf,
  priceRef,
  SandboxClosedPriceEntity,
  type SandboxPrice,
  SandboxPriceEntity,
} from './price-record.ts';
import { refuseForAnHour } from './silence.ts';

type Report = ProcessorReport<{ readonly priceId: string }>;

/** How the last two digits of a total affect setting up its price. All others succeed. */
export const priceOutcomes = {
  refused: '91',
  unclear: '92',
  silentOnce: '93',
  silentForAnHour: '94',
} as const;

/** The prices of the sandbox's acquirer. It remembers keys, and returns for each the outcome of its first call. */
export function sandboxPrices(memory: AcquirerMemory): Pick<CardAcquirer, 'prices' | 'closePrice'> {
  return {
    prices: {
      rememberKeysForMs: Number.POSITIVE_INFINITY,
      call: (key, call) => setUp(memory, key, call),
      find: async (key, call) => {
        const known = await memory.store.get(priceRef(key));
        if (!known) return { outcome: 'absent' };
        refuseWhileSilent(known, call, memory.clock());
        return reportOf(known, call);
      },
    },
    async closePrice(organizationId, priceId) {
      await memory.store.put(SandboxClosedPriceEntity, closedPrice(organizationId, priceId, memory.clock()));
    },
  };
}

async function setUp(memory: AcquirerMemory, key: string, call: PriceCall): Promise<Report> {
  const digits = amountDigits(call.total);
  const now = memory.clock();
  const asked = priceOf(key, call, now);
  const known = await firstUnder(memory, asked);
  if (known === asked && digits === priceOutcomes.silentOnce) throw new Error('the sandbox does not answer once');
  refuseWhileSilent(known, call, now);
  return digits === priceOutcomes.unclear ? { outcome: 'unclear' } : reportOf(known, call);
}

/** Remembers a call. @returns the first one under its key */
async function firstUnder({ store }: AcquirerMemory, asked: SandboxPrice): Promise<SandboxPrice> {
  try {
    await store.put(SandboxPriceEntity, asked, absent);
    return asked;
  } catch (error) {
    const first = error instanceof ConditionFailed && (await store.get(priceRef(asked.key)));
    if (!first) throw error;
    return first;
  }
}

function refuseWhileSilent({ askedAt }: SandboxPrice, { total }: PriceCall, now: number): void {
  if (amountDigits(total) === priceOutcomes.silentForAnHour) refuseForAnHour(askedAt, now);
}

/** A key that was used for something else reveals nothing. */
function reportOf(known: SandboxPrice, call: PriceCall): Report {
  if (!isSameCall(known, call)) return { outcome: 'unclear' };
  if (amountDigits(call.total) === priceOutcomes.refused) return { outcome: 'refused' };
  return { outcome: 'done', result: { priceId: `price_${known.key}` } };
}
