import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sluice } from '../../../../../client/src/index.ts';
import type { Quickstart } from '../../../../../local/data/quickstart.ts';
import { Browser, payByCard } from '../../../../../local/demo/browser.ts';
import { withStack } from '../../service/stack.ts';
import { percentile, round } from '../../statistics.ts';

/** Buyers on the one-machine stack, over HTTP. */
export interface BuyersFigures {
  /** Of a link's page, one after another. */
  readonly pageP50Ms: number;
  /** Of as many bytes that a server has in its memory. */
  readonly staticP50Ms: number;
  /** Who open one link at once, and pay by card. */
  readonly buyers: number;
  /** How often they were told to ask again a second later. */
  readonly refusals: number;
  /** That the merchant reads as `paid`. */
  readonly paid: number;
  /** From the first request until the merchant reads all payments. */
  readonly paidSeconds: number;
  /** Processes that wanted a core meanwhile, the machine's others too: times are true only below its cores. */
  readonly load: number;
}

const warmUpReads = 20;
const pollMs = 100;
const patienceMs = 120_000;
/** The API shows no more on a page. */
const limit = 100;

/** @param buyers at most a hundred */
export function measureBuyers(pageReads: number, buyers: number): Promise<BuyersFigures> {
  return withStack(['--quiet'], ({ quickstart }) => timeBuyers(quickstart, pageReads, buyers));
}

/** @param buyers at most a hundred */
export async function timeBuyers(quickstart: Quickstart, pageReads: number, buyers: number): Promise<BuyersFigures> {
  const sluice = new Sluice(quickstart);
  const items = [{ name: 'Mug', quantity: 1, unitAmount: '12.50' }];
  const { linkId, shareUrl } = await sluice.createLink({ currency: 'USD', items, publish: true });
  const times = await timePages(shareUrl, pageReads);
  const browsers = Array.from({ length: buyers }, () => new Browser(AbortSignal.timeout(patienceMs)));
  const begunAt = performance.now();
  await Promise.all(browsers.map((browser) => payByCard(browser, shareUrl)));
  for (;;) {
    const { data } = await sluice.listCheckoutPayments({ linkId, limit });
    const paid = data.filter(({ status }) => status === 'paid').length;
    const tookMs = performance.now() - begunAt;
    if (paid >= buyers || tookMs > patienceMs) {
      const refusals = browsers.reduce((sum, browser) => sum + browser.refusals, 0);
      const load = round(loadavg()[0] ?? Number.NaN, 1);
      return { ...times, buyers, refusals, paid, paidSeconds: round(tookMs / 1000, 1), load };
    }
    await sleep(pollMs);
  }
}

/** In turns with a static page of the same size, so that the machine's other work is in both. */
async function timePages(shareUrl: string, reads: number) {
  const document = Buffer.from(await (await fetch(shareUrl)).arrayBuffer());
  const server = createServer(
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(document),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const staticUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const page: number[] = [];
  const fixed: number[] = [];
  for (let read = 0; read < warmUpReads + reads; read += 1) {
    page.push(await time(shareUrl));
    fixed.push(await time(staticUrl));
  }
  server.close();
  server.closeAllConnections();
  const p50 = (elapsed: number[]) => round(percentile(elapsed.slice(warmUpReads), 0.5));
  return { pageP50Ms: p50(page), staticP50Ms: p50(fixed) };
}

async function time(address: string): Promise<number> {
  const begunAt = performance.now();
  await (await fetch(address)).arrayBuffer();
  return performance.now() - begunAt;
}
