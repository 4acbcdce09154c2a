import { createAgents, publicGuard, type Reach } from '../../ground/network/guarded-agents.ts';
import { MalformedAnswer } from '../../ground/network/malformed-answer.ts';
import { postRequest, type Transport } from '../../ground/network/post-request.ts';
import { describeFailure, isOwnFault, SendError } from '../../ground/network/send-error.ts';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../ports/webhook-sender.ts';
import { readAnswer, resultOf } from './read-answer.ts';
import { faultOfTarget } from './target-url.ts';

interface Options extends Reach {
  /** PEM of the certificate authorities to trust instead of the usual ones. */
  readonly ca?: string;
}

const defaultTimeoutMs = 10_000;

/**
 * Creates the sender of webhooks over HTTPS (specification, Delivery request and Retries). It connects only to public
 * addresses and reuses connections. Each request has one deadline, which covers everything from the resolution of the
 * name to the end of the response.
 */
export function createHttpSender({ ca, ...reach }: Options): WebhookSender {
  const guard = publicGuard(reach);
  const ways: Transport = { guard, agents: createAgents(guard, ca) };
  const faultOf = (url: string) => faultOfTarget(url, reach);
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
