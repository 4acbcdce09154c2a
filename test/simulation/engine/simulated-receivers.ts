import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../../shared/ports/webhook-sender.ts';
import type { FaultPlan } from './fault-plan.ts';
import { currentInvocation, type Invocation } from './invocation.ts';
import type { Stage } from './stage.ts';

/** After so long without an answer the service gives up. */
const timeoutMs = 10_000;

/** One request to an endpoint. */
export interface Sent {
  readonly endpointId: string;
  readonly request: WebhookRequest;
  /** Of the event in its body. */
  readonly id: string;
  readonly sequence: number;
  readonly by: Invocation | undefined;
  /** When it began. */
  readonly step: number;
  /** Whether its receiver took it, whatever the service heard of that. */
  isAccepted: boolean;
}

interface Parts {
  readonly stage: Stage;
  readonly faults: FaultPlan;
}

/** Integrators' servers: they remember what they were sent, and fail when they are told to. */
export class SimulatedReceivers implements WebhookSender {
  /** In the order in which the requests began. */
  readonly sent: Sent[] = [];
  /** Endpoints whose servers refuse everything. */
  readonly failing = new Set<string>();
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  faultOf(): undefined {
    return undefined;
  }

  async send(request: WebhookRequest): Promise<WebhookAnswer> {
    const { stage } = this.#parts;
    const endpointId = endpointOf(request.url);
    const { id, sequence } = JSON.parse(request.body);
    const by = currentInvocation();
    const sent = { endpointId, request, id, sequence: Number(sequence), by, step: stage.step, isAccepted: false };
    this.sent.push(sent);
    const what = `event ${sequence} for ${endpointId}`;
    await stage.gate(`sends ${what}`);
    const answer = await this.#answer(sent, what);
    await stage.gate(`hears of ${what}: ${answer.accepted ? 'accepted' : answer.error}`);
    return answer;
  }

  async #answer(sent: Sent, what: string): Promise<WebhookAnswer> {
    const { stage, faults } = this.#parts;
    if (this.failing.has(sent.endpointId) || faults.strikes('deliveryFails', what)) {
      return { accepted: false, status: 500, error: 'out of order' };
    }
    if (faults.strikes('deliveryTimesOut', what)) {
      await stage.sleep(timeoutMs);
      return { accepted: false, error: 'no answer' };
    }
    sent.isAccepted = true;
    if (faults.strikes('deliveryAnswerLost', what)) return { accepted: false, error: 'the connection was reset' };
    return { accepted: true, status: 200 };
  }
}

export function receiverUrl(endpointId: string): string {
  return `https://receivers.example/${endpointId}`;
}

function endpointOf(url: string): string {
  return url.split('/').at(-1) ?? '';
}
