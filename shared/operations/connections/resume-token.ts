import * as z from 'zod';
import { pauseRef, TokenPauseEntity } from '../../connections/token-pause.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import { agreeing, defineMovement } from '../moves/move.ts';
import { ConnectionId, Reason, SeenVersion, TokenName } from './fields.ts';

/**
 * Accepts a paused token at one dollar again. A proposal refers to the pause that its operator saw: a later pause ends
 * it.
 */
export const resumeToken = defineMovement({
  name: 'resume-token',
  input: z.strictObject({ connectionId: ConnectionId, token: TokenName, version: SeenVersion, reason: Reason }),
  move: (_runtime, { connectionId, token, version }) =>
    agreeing({
      reads: { pause: pauseRef({ connectionId, token }) },
      about: `${connectionId}/${token}`,
      decide: ({ pause }, draft) => {
        if (pause?.pausedAt === undefined) return undefined;
        if (pause.version !== version)
          throw new ServiceError('CONFLICT', `${token} has been paused again since this was proposed`);
        const { pausedAt: _, reason: __, ...resumed } = pause;
        draft.write(replace(TokenPauseEntity, resumed));
        return { reply: { status: 200, body: { connectionId, token } }, resourceId: connectionId };
      },
    }),
});
