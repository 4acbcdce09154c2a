import { beforeEach } from 'vitest';
import type { Link, Sluice, WriteOptions } from '../../../client/src/index.ts';
import { FakeAcquirer, unanswered } from '../../support/checkout/fake-acquirer.ts';
import { type Caller, callerOf, refusalOf, useService } from '../support.ts';

type Named = Pick<Link, 'linkId'>;
type CreateLink = Parameters<Sluice['createLink']>[0];

export const mug = { name: 'Mug', quantity: 1, unitAmount: '12.50' };
export const dollars = { currency: 'USD', items: [mug] };

/** Somebody who sells, and the acquirer. */
export interface Seller extends Caller {
  readonly acquirer: FakeAcquirer;
  /** Of 12.50 dollars by card, unless said otherwise. */
  create(more?: Partial<CreateLink>): Promise<Link>;
  publish(link: Named, options?: WriteOptions): Promise<Link>;
  pause(link: Named): Promise<Link>;
  read(link: Named): Promise<Link>;
  remove(link: Named): Promise<Link>;
  /** An instant that lies so far ahead. */
  inMs(ms: number): string;
  /** Publishes while the acquirer is silent. */
  publishInVain(link: Named): Promise<void>;
}

/** The service of a file's tests, with an acquirer of its own for each. */
export function useCheckout() {
  const scene = { acquirer: new FakeAcquirer() };
  const stage = useService({ rails: () => scene.acquirer.rails() });
  const current = {} as { seller: Seller; http: (typeof stage)['http'] };
  beforeEach(async () => {
    scene.acquirer = new FakeAcquirer();
    const { acquirer } = scene;
    const { http } = stage;
    const caller = callerOf(http, await http.service.organization());
    const { sluice } = caller;
    current.http = http;
    current.seller = {
      ...caller,
      acquirer,
      create: (more = {}) => sluice.createLink({ ...dollars, ...more }),
      publish: ({ linkId }, options) => sluice.publishLink({ linkId }, options),
      pause: ({ linkId }) => sluice.pauseLink({ linkId }),
      read: ({ linkId }) => sluice.getLink({ linkId }),
      remove: ({ linkId }) => sluice.deleteLink({ linkId }),
      inMs: (ms) => new Date(http.service.clock.now + ms).toISOString(),
      async publishInVain({ linkId }) {
        acquirer.onTheWay = unanswered;
        await refusalOf(sluice.publishLink({ linkId }));
        acquirer.onTheWay = (go) => go();
      },
    };
  });
  return current;
}
