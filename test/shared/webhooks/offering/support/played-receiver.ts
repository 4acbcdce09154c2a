import type { WebhookAnswer, WebhookSender } from '../../../../../shared/ports/webhook-sender.ts';

/** What one request told a played receiver. */
export interface Arrived {
  readonly type: string;
  readonly sequence: number;
  /** Milliseconds. */
  readonly at: number;
  readonly isAccepted: boolean;
}

type Refuses = (event: { readonly type: string; readonly sequence: number }, at: number) => boolean;

/** A receiver without sockets, for thousands of events in virtual time: it answers at once, 200 or 400. */
export class PlayedReceiver implements WebhookSender {
  readonly arrived: Arrived[] = [];
  readonly #clock: () => number;
  refuses: Refuses;

  constructor(clock: () => number, refuses: Refuses) {
    this.#clock = clock;
    this.refuses = refuses;
  }

  faultOf(): undefined {
    return undefined;
  }

  async send({ body }: { readonly body: string }): Promise<WebhookAnswer> {
    const { type, sequence } = JSON.parse(body);
    const event = { type, sequence: Number(sequence) };
    const at = this.#clock();
    const isAccepted = !this.refuses(event, at);
    this.arrived.push({ ...event, at, isAccepted });
    return isAccepted ? { accepted: true, status: 200 } : { accepted: false, status: 400, error: 'refused' };
  }

  get accepted(): Arrived[] {
    return this.arrived.filter(({ isAccepted }) => isAccepted);
  }

  /** Requests from one time to another, milliseconds. */
  between(from: number, to: number): number {
    return this.arrived.filter(({ at }) => at >= from && at < to).length;
  }
}
