import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type AnyEndpoint, fullPath } from '../../../shared/contract/endpoint.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { Invocation } from './invocation.ts';
import type { Stage } from './stage.ts';

interface Surroundings {
  readonly stage: Stage;
  readonly faults: FaultPlan;
  /** The service, as far as a browser meets it. */
  readonly service: {
    request(
      endpoint: AnyEndpoint,
      event: APIGatewayProxyEventV2,
      name: string,
    ): { readonly invocation: Invocation; readonly result: Promise<APIGatewayProxyStructuredResultV2> };
  };
  /** What buyers opened and submitted. */
  readonly visits: Visit[];
  endpoint(operation: string): AnyEndpoint;
}

/** One request of a browser. */
export interface Visit {
  readonly endpoint: AnyEndpoint;
  readonly invocation: Invocation;
  /** Absent when the service died. */
  status?: number;
}

interface Shown {
  readonly status: number;
  readonly text: string;
  /** Where the answer leads by itself: a path, or a page of somebody else's. */
  readonly next: string | undefined;
}

/** A browser with its cookie. It never tries again by itself, and does not say who it is. */
export class Buyer {
  readonly #world: Surroundings;
  readonly #cookie: string;

  constructor(world: Surroundings, cookie: string) {
    this.#world = world;
    this.#cookie = cookie;
  }

  /** Opens a link's page and presses "Pay by card". @returns the card page; undefined where the buyer sees none */
  async payByCard(shareUrl: string): Promise<string | undefined> {
    const answer = await this.#submit('payByCard', shareUrl);
    return answer?.next?.includes('/sandbox-card/') ? answer.next : undefined;
  }

  /**
   * Opens a link's page and presses "Pay by bank", or "Another payment" where a part has come.
   * @returns the payment reference; undefined where the buyer sees none
   */
  async payByBank(shareUrl: string, another = false): Promise<string | undefined> {
    const answer = await this.#submit('payByBank', shareUrl, another ? { another: 'yes' } : {});
    return /\bRF\d{22}\b/.exec(answer?.text ?? '')?.[0];
  }

  /** Chooses a test card. @returns the page that tells what became of it; undefined where the buyer sees none */
  async choose(cardPage: string, card: string): Promise<string | undefined> {
    const answer = await this.#send('payByTestCard', cardPage, { card });
    return answer?.next?.includes('/checkout-attempt/') ? answer.next : undefined;
  }

  /** Looks what became of an attempt. */
  async comeBack(attemptPage: string): Promise<void> {
    await this.#send('showCheckoutAttempt', attemptPage);
  }

  /** Leaves the card page by its way out. */
  async cancel(cardPage: string): Promise<void> {
    const page = await this.#send('showTestCards', cardPage);
    const way = /href="([^"]*\/cancel[^"]*)"/.exec(page?.text ?? '')?.[1];
    if (way) await this.#send('cancelCheckoutAttempt', way);
  }

  /** Opens a link's page and submits the view that it shows. */
  async #submit(
    operation: string,
    shareUrl: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Shown | undefined> {
    const page = await this.#send('showCheckoutLink', shareUrl);
    const view = /name="view" value="([0-9a-f]{32})"/.exec(page?.text ?? '')?.[1];
    return view === undefined ? undefined : this.#send(operation, shareUrl, { view, ...fields });
  }

  /** @param address where the token stands; @returns undefined when nothing came back */
  async #send(operation: string, address: string, form?: Readonly<Record<string, string>>): Promise<Shown | undefined> {
    const { stage, faults, service, visits } = this.#world;
    const endpoint = this.#world.endpoint(operation);
    const token = /[a-z0-9]+\.[a-z]+_[a-z0-9]+\.[0-9a-f]{32}/.exec(address)?.[0] ?? '';
    await stage.park(`a buyer's ${operation} travels`);
    if (faults.strikes('requestLost', operation)) return undefined;
    const name = `a buyer's ${operation} (${visits.length})`;
    const { invocation, result } = service.request(endpoint, this.#event(endpoint, token, form), name);
    const visit: Visit = { endpoint, invocation };
    visits.push(visit);
    const answer = await Promise.race([result, invocation.died]);
    if (answer === 'died') return undefined;
    visit.status = answer.statusCode ?? 0;
    stage.tell(`${name} is answered ${visit.status}`);
    if (faults.strikes('responseLost', operation)) return undefined;
    const text = answer.body ?? '';
    const led = /http-equiv="refresh" content="\d+; url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    return { status: visit.status, text, next: answer.headers?.location?.toString() ?? led };
  }

  #event(endpoint: AnyEndpoint, token: string, form?: Readonly<Record<string, string>>): APIGatewayProxyEventV2 {
    const { method } = endpoint;
    const path = fullPath(endpoint).replace('{token}', token);
    return {
      version: '2.0',
      routeKey: `${method} ${path}`,
      rawPath: path,
      rawQueryString: '',
      headers: {
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      },
      cookies: [`__Host-buyer=${this.#cookie}`],
      pathParameters: { token },
      requestContext: { http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.9' } },
      body: new URLSearchParams(form).toString(),
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEventV2;
  }
}
