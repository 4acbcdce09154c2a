import { randomUUID } from 'node:crypto';
import { metering } from '../../../../../shared/ground/table/calls/meter.ts';
import { languages } from '../../../../../shared/pages/language.ts';
import { type Customer, createCustomer } from '../../service/customer.ts';
import { createMemoryFleet, type LambdaProcess } from '../../service/fleet.ts';
import { succeed } from '../../service/request.ts';
import { type Browser, visitPage } from '../../service/visit-page.ts';
import { createCallRecorder, type RecordedCall, sequentialCalls } from '../../store/record-calls.ts';
import { confirmClaim, newPayee, priceClaim } from './payee-browser.ts';

/** What one request takes of the table. */
interface Taken {
  readonly sequentialCalls: number;
  readonly writeUnits: number;
}

export interface CallFigures {
  /** Of the largest page, uncompressed. */
  readonly pageBytes: number;
  /** Calls of the table for a page that is read: before the claim, and after it by the browser that claimed. */
  readonly viewCalls: number;
  readonly claimedViewCalls: number;
  readonly create: Taken;
  /** The claim that registers its account: the most that one takes. */
  readonly claim: Taken;
}

/** In a page each of its characters takes five. */
const longestNote = '&'.repeat(140);

/** Makes, reads and claims a link on a table in memory, and weighs its pages in each language. */
export async function measureCalls(): Promise<CallFigures> {
  const fleet = await createMemoryFleet();
  const recorder = createCallRecorder();
  const process = fleet.startProcess([recorder.intercept]);
  const customer = await createCustomer(fleet.startProcess());
  const { path, ...create } = await makeLink(process, customer, { take: recorder.take });
  const noted = await makeLink(process, customer, { note: longestNote });
  const payee = newPayee();
  const pages = await Promise.all(
    languages.flatMap((language) =>
      [`lang=${language}`, `lang=${language}&country=DE`].map((query) => weigh(process, payee, noted.path, query)),
    ),
  );
  const fields = await priceClaim(process, payee, path);
  recorder.take();
  const claim = await metering(async (use) => {
    await confirmClaim(process, payee, path, fields);
    return { sequentialCalls: sequentialCalls(recorder.take()), writeUnits: use.writeUnits };
  });
  const claimed = await weigh(process, payee, path, '');
  return {
    pageBytes: Math.max(claimed.bytes, ...pages.map(({ bytes }) => bytes)),
    viewCalls: Math.max(...pages.map(({ tableCalls }) => tableCalls)),
    claimedViewCalls: claimed.tableCalls,
    create,
    claim,
  };
}

interface Making {
  readonly note?: string;
  readonly take?: () => RecordedCall[];
}

/** @returns the path of its page, and what making it took */
export async function makeLink(process: LambdaProcess, customer: Customer, { note, take = () => [] }: Making = {}) {
  const body = { amount: '10.00', currency: 'USD', reference: randomUUID(), note };
  take();
  const answer = await succeed(process, customer, { operation: 'createPayoutLink', body });
  const { pathname: path } = new URL(answer.body.url);
  return { path, sequentialCalls: sequentialCalls(take()), writeUnits: answer.use.writeUnits };
}

function weigh(process: LambdaProcess, payee: Browser, path: string, query: string) {
  return metering(async (use) => {
    const { html } = await visitPage(process, payee, { operation: 'showPayoutLink', path, query });
    return { bytes: Buffer.byteLength(html), tableCalls: use.tableCalls };
  });
}
