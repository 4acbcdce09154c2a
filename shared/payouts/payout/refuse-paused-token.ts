import { isPaused } from '../../connections/token-pause.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Funding } from './funding.ts';

type Funded = Pick<Funding, 'connectionId' | 'token' | 'chain'>;

/**
 * Refuses to begin anything that would be funded in a paused token.
 * @throws ServiceError BAD_REQUEST, as if no corridor served it
 */
export async function refuseWhilePaused(runtime: Pick<Runtime, 'store'>, funded: Funded): Promise<void> {
  if (!(await isPaused(runtime, funded))) return;
  const { token, chain } = funded;
  throw new ServiceError('BAD_REQUEST', `funding: payouts cannot be funded in ${token} on ${chain} at the moment`, {
    resolution: 'Try again later, or let the balance pay: leave out `funding`.',
  });
}

/**
 * Refuses to ask anybody for a paused token.
 * @throws ServiceError CONFLICT
 */
export async function refuseToAskFor(runtime: Pick<Runtime, 'store'>, funded: Funded): Promise<void> {
  if (!(await isPaused(runtime, funded))) return;
  const { token, chain } = funded;
  throw new ServiceError('CONFLICT', `${token} on ${chain} is not accepted at the moment: do not send it now`, {
    resolution:
      'Read the instructions again later. Money that was sent already is not lost: it is recorded, and counts once the token is accepted again.',
  });
}
