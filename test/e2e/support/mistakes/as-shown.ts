import type { Answered } from '../../../../scripts/mistakes/mistake.ts';
import type { Answer } from '../../../support/hand-signed.ts';
import type { Scene } from './scene.ts';

/** Headers of an answer that say what to do. */
const helpful = ['allow', 'retry-after'];

/** An answer with ids and times as the table has them, which are others in every run. */
export function asShown({ names }: Pick<Scene, 'names'>, { status, body, headers }: Answer): Answered {
  const shown = (text: string) =>
    text
      .replaceAll(names.orgId ?? '', '{orgId}')
      .replaceAll(names.payout ?? '', '{payoutId}')
      .replaceAll(/po_[0-9a-z]{25}/g, '{payoutId}')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '{now}')
      .replaceAll(/\b\d{10}\b/g, '{seconds}')
      .replaceAll(/\b36\d\d seconds/g, '3600 seconds');
  const sent = helpful.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return {
    status,
    type: body.type,
    detail: shown(body.detail),
    resolution: shown(body.resolution),
    ...(sent.length > 0 && { headers: Object.fromEntries(sent) }),
  };
}
