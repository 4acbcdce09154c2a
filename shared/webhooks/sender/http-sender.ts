import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../ports/webhook-sender.ts';
import { createAgents, type Guard } from './guarded-agents.ts';
import { MalformedAnswer } from './malformed-answer.ts';
import { postRequest, type Transport } from './post-request.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import { readAnswer, resultOf } from './read-answer.ts';
import { createNameResolver, type ResolveName } from './resolve-name.ts';
import { describeFailure, isOwnFault, SendError } from './send-error.ts';
import { faultOfTarget, namesLoopback } from './target-url.ts';

interface Options {
  /**
   * For one machine only: allows `localhost` and loopback addresses that are in the URL itself, over plain http too.
   * Names that resolve to loopback stay refused.
   */
  readonly loopback: boolean;
  /** Used instead of the machine's name servers. */
  readonly resolve?: ResolveName;
  /** PEM of the certificate authorities to trust instead of the usual ones. */
  readonly ca?: string;
}

const defaultTimeoutMs = 10_000;

/**
 * The sender of webhooks over HTTPS (specification, Delivery request and Retries). It connects to public addresses
 * only, reuses connections, and gives each request one deadline, from the resolution of the name to the end of the
 * answer.
 */
export function createHttpSender({ loopback, resolve = createNameResolver(), ca }: Options): WebhookSender {
  const guard: Guard = {
    resolve,
    mayReach: (host, address) =>
      isPublicAddress(address) || (loopback && namesLoopback(host) && isLoopbackAddress(address)),
  };
  const ways: Transport = { guard, agents: createAgents(guard, ca) };
  const faultOf = (url: string) => faultOfTarget(url, { loopback });
  return {
    faultOf,
    send: async (request) => {
      const fault = faultOf(request.url);
      return fault ? { accepted: false, error: `the address ${fault}` } : post(request, ways);
    },
  };
}

async function post(
  { url, headers, body, timeoutMs = defaultTimeoutMs }: WebhookRequest,
  ways: Transport,
): Promise<WebhookAnswer> {
  const deadline = new AbortController();
  const giveUp = () => deadline.abort(new SendError(`no answer within ${timeoutMs / 1000} seconds`));
  const timer = setTimeout(giveUp, timeoutMs);
  const named = { accept: '*/*', 'user-agent': 'Sluice-Webhooks/1', ...headers };
  try {
    return await readAnswer(
      await postRequest({ url: new URL(url), headers: named, body, signal: deadline.signal }, ways),
    );
  } catch (error) {
    if (isOwnFault(error)) throw error;
    if (error instanceof MalformedAnswer) return resultOf(error);
    return { accepted: false, error: describeFailure(error) };
  } finally {
    clearTimeout(timer);
  }
}
