import { type AnyEndpoint, fullPath, methodsOf } from '../../../../shared/contract/endpoint.ts';
import { startLinks } from '../../../shared/payouts/links/support.ts';
import { attemptsOn, Buyer, locationOf } from '../../../support/checkout/buyer.ts';
import { addLink } from '../../../support/checkout/links.ts';
import type { Answer, TestService } from '../../../support/service.ts';

/** What is asked for by HEAD, with one address each. */
export interface Checked {
  /** Path of what is read without credentials, by its operation. */
  readonly pathOf: ReadonlyMap<string, string>;
  /** The statuses of the attempts that the buyer has begun. */
  readonly states: () => Promise<unknown[]>;
}

/** Operations that answer HEAD. */
export function checkable(endpoints: readonly AnyEndpoint[]): AnyEndpoint[] {
  return endpoints.filter((endpoint) => endpoint.operation !== 'routeNotFound' && methodsOf(endpoint).includes('HEAD'));
}

/** Brings a buyer as far as the card page, so that every page has something to show. */
export async function openEveryPage(service: TestService, endpoints: readonly AnyEndpoint[]): Promise<Checked> {
  const { path, link } = await addLink(service.runtime, await service.organization(), {});
  const cardPage = locationOf(await new Buyer(service).payByCard(path));
  const [attempt] = await attemptsOn(service, link);
  const { url } = await (await startLinks(service)).create();
  const tokens: Readonly<Record<string, unknown>> = {
    showCheckoutLink: path.split('/').at(-1),
    showTestCards: new URL(cardPage, 'https://pages.example').pathname.split('/').at(-1),
    showCheckoutAttempt: attempt?.pageToken,
    cancelCheckoutAttempt: attempt?.pageToken,
    showPayoutLink: url.split('/').at(-1),
  };
  const pathOf = checkable(endpoints).map(
    (endpoint) =>
      [endpoint.operation, fullPath(endpoint).replace('{token}', String(tokens[endpoint.operation]))] as const,
  );
  return {
    pathOf: new Map(pathOf),
    states: async () => (await attemptsOn(service, link)).map(({ status }) => status),
  };
}

/** What of an answer must be the same by HEAD. */
export function headOf({ status, headers }: Answer) {
  const { 'x-request-id': _, ...same } = headers;
  return { status, headers: same };
}
