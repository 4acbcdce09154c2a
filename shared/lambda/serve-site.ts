import { join } from 'node:path';
import { secretsFromManager } from '../adapters/secrets-from-manager.ts';
import type { Site } from '../contract/site.ts';
import { createIds } from '../ground/time/ids.ts';
import { systemClock } from '../ground/time/system-time.ts';
import type { HttpHandler } from '../http/handle-with.ts';
import { answerSite } from '../http/site/answer-site.ts';
import { siteFilesIn } from '../http/site/site-files.ts';
import { createLog } from './create-log.ts';
import type { EndpointHandler } from './serve.ts';
import { withinInvocation } from './within-invocation.ts';
import { withoutBodyOfHead } from './without-body.ts';

/**
 * The Lambda handler of a site. It has no table and no runtime of the service. The build has put the site's files next
 * to the bundle.
 */
export function serveSite(site: Site): EndpointHandler {
  let handler: HttpHandler | undefined;
  return (event, invocation) =>
    withinInvocation(invocation, () => {
      handler ??= handlerOf(site);
      return withoutBodyOfHead(event, handler(event));
    });
}

function handlerOf(site: Site): HttpHandler {
  const files = siteFilesIn(join(import.meta.dirname, 'site'));
  const place = { sealingSecretArn: undefined, originSecretArn: process.env.ORIGIN_SECRET_ARN };
  const runtime = {
    clock: systemClock,
    ids: createIds(),
    log: createLog(process.env.STAGE),
    secrets: secretsFromManager(place, systemClock),
  };
  return answerSite(site, runtime, async () => files);
}
