import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../../../shared/ports/webhook-sender.ts';
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
  readonly type: string;
  readonly by: Invocation | undefined;
  /** When it began. */
  readonly step: number;
  /** The same, milliseconds. */
  readonly at: number;
  /** Whether its receiver took it, whatever the service heard of that. */
  isAccepted: boolean;
  /** Whether the service heard that it failed. */
  hasFailed: boolean;
}

/** What a receiver refuses, and goes on to refuse when all else is well again. */
export type Refusal = (event: { readonly type: string; readonly sequence: number }) => boolean;

/** The end of a time without faults in which every receiver that does not refuse an event was to be sent it. */
export interface Quiet {
  readonly at: number;
  readonly step: number;
  /** How many requests there had been. */
  readonly sent: number;
  readonly refusals: ReadonlyMap<string, Refusal>;
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
  /** What single endpoints refuse by type or by event. */
  readonly refusals = new Map<string, Refusal>();
  quiet: Quiet | undefined;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends the quiet time: from now on everything is accepted. */
  endQuiet(): void {
    const { now: at, step } = this.#parts.stage;
    this.quiet = { at, step, sent: this.sent.length, refusals: new Map(this.refusals) };
    this.refusals.clear();
  }

  faultOf(): undefined {
    return undefined;
  }

  async send(request: WebhookRequest): Promise<WebhookAnswer> {
    const { stage } = this.#parts;
    const endpointId = endpointOf(request.url);
    const { id, sequence, type } = JSON.parse(request.body);
    const by = currentInvocation();
    const { step, now: at } = stage;
    const outcome = { isAccepted: false, hasFailed: false };
    const sent: Sent = { endpointId, request, id, sequence: Number(sequence), type, by, step, at, ...outcome };
    this.sent.push(sent);
    const what = `event ${sequence} for ${endpointId}`;
    await stage.gate(`sends ${what}`);
    const answer = await this.#answer(sent, what);
    sent.hasFailed = !answer.accepted;
    await stage.gate(`hears of ${what}: ${answer.accepted ? 'accepted' : answer.error}`);
    return answer;
  }

  async #answer(sent: Sent, what: string): Promise<WebhookAnswer> {
    const { stage, faults } = this.#parts;
    if (this.failing.has(sent.endpointId) || faults.strikes('deliveryFails', what)) {
      return { accepted: false, status: 500, error: 'out of order' };
    }
    if (this.refusals.get(sent.endpointId)?.(sent)) return { accepted: false, status: 400, error: 'not wanted' };
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
