import { Outage } from '../../ground/errors/outage.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { endFailedWork } from '../../journal/due/end-failed-work.ts';
import { parkWork } from '../../journal/due/postpone-or-park.ts';
import type { CardAcquirer } from '../../ports/card-acquirer.ts';
import type { Runtime, WorkerRuntime } from '../../ports/runtime.ts';
import { OtherCharge } from './report-differences.ts';

/** The acquirer does not answer, or is no longer set up. What it has done must still be found out. */
export class AcquirerSilent extends Outage {
  override readonly name = 'AcquirerSilent';
}

/**
 * Calls the acquirer of a mode.
 * @throws AcquirerSilent for any error of `ask`
 */
export async function askAcquirer<Answer>(
  { rails }: Runtime<'cards'>,
  { livemode }: { readonly livemode: boolean },
  ask: (acquirer: CardAcquirer) => Promise<Answer>,
): Promise<Answer> {
  const acquirer = rails(livemode ? 'live' : 'sandbox')?.acquirer;
  if (!acquirer) throw new AcquirerSilent('no acquirer is set up');
  return ask(acquirer).catch((cause: unknown) => {
    throw new AcquirerSilent('the acquirer does not answer', { cause });
  });
}

/** Ends failed work. A charge of different money parks the work. */
export function endAcquirerWork(runtime: WorkerRuntime, work: ClaimedWork, error: unknown): Promise<void> {
  return error instanceof OtherCharge ? parkWork(runtime, work, error) : endFailedWork(runtime, work, error);
}
