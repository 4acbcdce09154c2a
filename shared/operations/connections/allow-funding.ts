import * as z from 'zod';
import { connectionRef } from '../../connections/connection.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { create, replace } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { allowanceRef, FundingAllowanceEntity } from '../../payouts/funding/daily-limit.ts';
import { agreeing, defineMovement } from '../moves/move.ts';
import { known } from './change-connection.ts';
import { ConnectionId, Reason } from './fields.ts';

/** An allowance expires after this time, so that nothing is left for someone who forges money later. Milliseconds. */
const allowedMs = 24 * 60 * 60 * 1000;

/** Whole dollars. In millionths of a dollar, the largest amount is still an exact JavaScript number. */
export const AllowedDollars = z
  .number()
  .int()
  .positive()
  .max(1_000_000_000)
  .meta({ description: 'In whole dollars. The allowance expires after 24 hours.' });

/**
 * Allows payouts of a connection that wait above its daily limit to be funded, up to an amount. It is added to the rest
 * of an earlier allowance.
 */
export const allowFunding = defineMovement({
  name: 'allow-funding',
  input: z.strictObject({ connectionId: ConnectionId, dollars: AllowedDollars, reason: Reason }),
  move: (_runtime, { connectionId, dollars }) =>
    agreeing({
      reads: { connection: connectionRef(connectionId), allowance: allowanceRef(connectionId) },
      about: connectionId,
      decide: ({ connection, allowance }, draft) => {
        if (known(connection).port !== 'chain')
          throw new ServiceError('CONFLICT', 'only the connection of a chain has a funding limit');
        const before = allowance && allowance.until > draft.now ? allowance.left : 0;
        const next = { left: before + dollars * 1_000_000, until: draft.now + allowedMs };
        draft.write(
          allowance
            ? replace(FundingAllowanceEntity, { ...allowance, ...next })
            : create(FundingAllowanceEntity, { connectionId, version: 1, ...next }),
        );
        const body = { connectionId, allowedDollars: next.left / 1_000_000, until: timestamp(next.until) };
        return { reply: { status: 200, body }, resourceId: connectionId };
      },
    }),
});
