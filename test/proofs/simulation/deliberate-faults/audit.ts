import type { Input, OneWrite } from '../../../../local/table/call.ts';
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts';
import { timestamp } from '../../../../shared/ground/time/clock.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { changed, concerns, mapWrites, sendBehind, transactionsOn } from './rewriting.ts';

export const auditFaults: readonly DeliberateFault[] = [
  {
    name: 'audit-row-outside-the-transaction',
    sentence: 'the audit row is written behind the commit',
    rewrite: transactionsOn('AUDIT#', sendBehind(concerns('AUDIT#'))),
  },
  {
    name: 'late-audit-row-dated-by-its-request',
    sentence: 'an audit row that is written late is not dated when it is written',
    rewrite: transactionsOn('AUDIT#', (call, send) => send(mapWrites(call, datedByRequest))),
  },
  {
    name: 'audit-log-complete-until-now',
    sentence: 'the audit log says that it is complete up to now, whatever is still being written',
    endpoint: (endpoint) => (endpoint.operation === 'listAuditEvents' ? completeUntilNow(endpoint) : endpoint),
  },
];

/** Leaves out the copy that the log would show, so that it shows the row at the time of its request. */
function datedByRequest(write: OneWrite): OneWrite | undefined {
  const { at, datedAt } = write.input.Item ?? {};
  if (concerns('AUDIT#')(write) && datedAt !== undefined && at === datedAt) return undefined;
  return changed(write, 'auditEvent', ({ datedAt: _, ...row }) => row);
}

function completeUntilNow(endpoint: AnyEndpoint): AnyEndpoint {
  const handle = async (call: Input) => {
    const { status, body }: Input = await endpoint.handle(call as never);
    return { status, body: { ...body, completeUntil: timestamp(call.runtime.clock()) } };
  };
  return { ...endpoint, handle };
}
