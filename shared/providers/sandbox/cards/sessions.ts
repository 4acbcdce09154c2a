import { conditionOf, equals } from '../../../ground/table/conditions.ts';
import { absent } from '../../../ground/table/expressions.ts';
import { ConditionFailed } from '../../../ground/table/refusals.ts';
import type { Ids } from '../../../ground/time/ids.ts';
import type { CardAcquirer, CardPayment, Session, SessionCall } from '../../../ports/card-acquirer.ts';
import type { ProcessorReport } from '../../../ports/processor.ts';
import { chargeId } from './charges.ts';
import type { AcquirerMemory } from './memory.ts';
import {
  isOfCall,
  type SandboxSession,
  SandboxSessionEntity,
  sessionAt,
  sessionIdOf,
  sessionOf,
  sessionRef,
  sessionUrl,
} from './session-record.ts';
import { last4Of, testCardOf, testCards } from './test-cards.ts';

type Report = ProcessorReport<{ readonly sessionId: string; readonly url: string }>;

/** The card pages of the sandbox's acquirer. A page is opened once per key, charges once, and is then complete. */
export function sandboxSessions(
  memory: AcquirerMemory,
): Pick<CardAcquirer, 'sessions' | 'closeSession' | 'readSession' | 'testCardPage'> {
  return {
    testCardPage: {
      cards: testCards,
      pay: (ids, session, cardNumber) => payBySandboxCard(memory, ids, session, cardNumber),
    },
    sessions: {
      rememberKeysForMs: Number.POSITIVE_INFINITY,
      call: (key, call) => open(memory, key, call),
      find: async (key, call) => {
        const known = await memory.store.get(sessionRef(sessionIdOf(key)));
        return known ? reportOf(known, key, call) : { outcome: 'absent' };
      },
    },
    closeSession: (organizationId, sessionId) => close(memory, organizationId, sessionId),
    async readSession(organizationId, sessionId, nowMs) {
      const session = await findSession(memory, organizationId, sessionId);
      return session && sessionAt(session, nowMs);
    },
  };
}

async function open({ store, clock }: AcquirerMemory, key: string, call: SessionCall): Promise<Report> {
  const session = sessionOf(key, call, clock());
  try {
    await store.put(SandboxSessionEntity, session, absent);
    return reportOf(session, key, call);
  } catch (error) {
    const first = error instanceof ConditionFailed && (await store.get(sessionRef(session.sessionId)));
    if (!first) throw error;
    return reportOf(first, key, call);
  }
}

/** A key that was used for something else reveals nothing. */
function reportOf(session: SandboxSession, key: string, call: SessionCall): Report {
  if (!isOfCall(session, call)) return { outcome: 'unclear' };
  return { outcome: 'done', result: { sessionId: session.sessionId, url: sessionUrl(key, call) } };
}

/** The session of an organization. Undefined for another organization's, and for one that was never opened. */
async function findSession(
  { store }: AcquirerMemory,
  organizationId: string,
  sessionId: string,
): Promise<SandboxSession | undefined> {
  const session = await store.get(sessionRef(sessionId));
  return session?.organizationId === organizationId ? session : undefined;
}

async function close(memory: AcquirerMemory, organizationId: string, sessionId: string): Promise<Session> {
  // Also written for a session whose time is over, so that a payment that is on its way loses by version.
  const isOpen = ({ state }: SandboxSession) => state === 'open';
  const closed = await change(memory, { organizationId, sessionId }, isOpen, (session) => ({
    ...session,
    state: 'closed',
  }));
  if (!closed) throw new Error(`the sandbox has no session ${sessionId}`);
  return sessionAt(closed, memory.clock());
}

/**
 * Charges the total of a session to a test card. It charges once, however often and from however many tabs it is
 * called; later callers get that charge.
 * @param cardNumber as it was typed; it is not stored
 * @returns `closed` also for a session that the organization does not have
 */
export async function payBySandboxCard(
  memory: AcquirerMemory,
  ids: Pick<Ids, 'suffix'>,
  { organizationId, sessionId }: { readonly organizationId: string; readonly sessionId: string },
  cardNumber: string,
): Promise<CardPayment> {
  const card = testCardOf(cardNumber);
  if (!card) return { outcome: 'unknown_card' };
  if (card.declined) {
    const session = await findSession(memory, organizationId, sessionId);
    return session && sessionAt(session, memory.clock()).state === 'open'
      ? { outcome: 'declined', reason: card.declined }
      : paidOrClosed(session);
  }
  const isOpen = (session: SandboxSession) => sessionAt(session, memory.clock()).state === 'open';
  const paid = await change(memory, { organizationId, sessionId }, isOpen, (session) => {
    const facts = { amount: BigInt(session.total), currency: session.currency, last4: last4Of(card) };
    return { ...session, state: 'complete', externalId: chargeId(ids.suffix(memory.clock()), facts) };
  });
  return paidOrClosed(paid);
}

function paidOrClosed(session: SandboxSession | undefined): CardPayment {
  if (session?.state !== 'complete' || !session.externalId) return { outcome: 'closed' };
  return { outcome: 'charged', externalId: session.externalId };
}

/** Changes an open session. @returns its state afterwards, changed or not; undefined for an unknown one */
async function change(
  memory: AcquirerMemory,
  { organizationId, sessionId }: { readonly organizationId: string; readonly sessionId: string },
  isOpen: (session: SandboxSession) => boolean,
  changed: (session: SandboxSession) => SandboxSession,
): Promise<SandboxSession | undefined> {
  for (;;) {
    const session = await findSession(memory, organizationId, sessionId);
    if (!session || !isOpen(session)) return session;
    const next = { ...changed(session), version: session.version + 1 };
    try {
      const { version } = session;
      await memory.store.put(SandboxSessionEntity, next, conditionOf<SandboxSession>(equals({ version })));
      return next;
    } catch (error) {
      // Someone else has paid, or has closed it. The next reading shows which.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
}
