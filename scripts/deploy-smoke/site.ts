import assert from 'node:assert/strict';
import { say } from '../support/say.ts';
import type { Deployed } from './deploy.ts';
import type { Cloud } from './ministack.ts';

/** The pages lie beside the function's bundle, and the function finds them there. */
export async function checkSite(
  { endpoint }: Cloud,
  { apiId }: Deployed,
  edgeHeaders: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = await fetch(`${endpoint}/_aws/execute-api/${apiId}/$default/docs`, { headers: edgeHeaders });
  assert.equal(answer.status, 200, 'the documentation must be shown');
  assert.match(await answer.text(), /<h1 id="start-here">/);
  say('the documentation is shown');
}
