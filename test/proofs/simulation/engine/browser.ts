import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type AnyEndpoint, fullPath } from '../../../../shared/contract/endpoint.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { Invocation } from './invocation.ts';
import type { Stage } from './stage.ts';

export interface Surroundings {
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
  /** What browsers opened and submitted. */
  readonly visits: Visit[];
  endpoint(operation: string): AnyEndpoint;
}

export type Form = Readonly<Record<string, string>>;

/** One request of a browser. */
export interface Visit {
  readonly endpoint: AnyEndpoint;
  readonly invocation: Invocation;
  /** What opens the page. */
  readonly token: string;
  /** Absent where the page is only read. */
  readonly form?: Form | undefined;
  /** Absent where the browser keeps none. */
  readonly cookie?: string | undefined;
  /** Absent when the service died. */
  status?: number;
  text?: string;
}

/** What came back, and was seen. */
export interface Shown {
  readonly status: number;
  readonly text: string;
  /** Where the answer leads by itself: a path, or a page of somebody else's. */
  readonly next: string | undefined;
}

interface Identity {
  /** Of whom, for the story; and the name of the page's cookie. */
  readonly who: 'buyer' | 'payee';
  /** Absent where the browser keeps none. */
  readonly cookie?: string | undefined;
  readonly address?: string;
}

/** A browser with its cookie. It never tries again by itself, and does not say who it is. */
export class Browser {
  readonly #world: Surroundings;
  readonly #identity: Identity;

  constructor(world: Surroundings, identity: Identity) {
    this.#world = world;
    this.#identity = identity;
  }

  /**
   * @param address where the token stands
   * @param form what is submitted; a page without one is read
   * @returns undefined when nothing came back
   */
  async send(operation: string, address: string, form?: Form, query: Form = {}): Promise<Shown | undefined> {
    const { stage, faults, service, visits } = this.#world;
    const { who, cookie } = this.#identity;
    const endpoint = this.#world.endpoint(operation);
    const token = /[a-z0-9]+\.[a-z]+_[a-z0-9]+\.[0-9a-f]{32}/.exec(address)?.[0] ?? '';
    await stage.park(`a ${who}'s ${operation} travels`);
    if (faults.strikes('requestLost', operation)) return undefined;
    const name = `a ${who}'s ${operation} (${visits.length})`;
    const { invocation, result } = service.request(endpoint, this.#event(endpoint, token, form, query), name);
    const visit: Visit = { endpoint, invocation, token, form, cookie };
    visits.push(visit);
    const answered = result.then((answer) => {
      visit.status = answer.statusCode ?? 0;
      visit.text = answer.body ?? '';
      return answer;
    });
    const answer = await Promise.race([answered, invocation.died]);
    if (answer === 'died') return undefined;
    const { status = 0, text = '' } = visit;
    stage.tell(`${name} is answered ${status}`);
    if (faults.strikes('responseLost', operation)) return undefined;
    const led = /http-equiv="refresh" content="\d+; url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    return { status, text, next: answer.headers?.location?.toString() ?? led };
  }

  #event(endpoint: AnyEndpoint, token: string, form: Form | undefined, query: Form): APIGatewayProxyEventV2 {
    const { who, cookie, address = '203.0.113.9' } = this.#identity;
    const { method } = endpoint;
    const path = fullPath(endpoint).replace('{token}', token);
    return {
      version: '2.0',
      routeKey: `${method} ${path}`,
      rawPath: path,
      rawQueryString: new URLSearchParams(query).toString(),
      headers: {
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      },
      cookies: cookie === undefined ? [] : [`__Host-${who}=${cookie}`],
      pathParameters: { token },
      requestContext: { http: { method, path, protocol: 'HTTP/1.1', sourceIp: address } },
      body: new URLSearchParams(form).toString(),
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEventV2;
  }
}
