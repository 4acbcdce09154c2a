import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { AnyEndpoint, CallerKind } from '../../../../shared/contract/endpoint.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import type { TestTable } from '../../../support/dynamodb.ts';
import { type Answer, TestClock, TestService } from '../../../support/service.ts';

/** Any moment will do, as long as both services begin at the same one. */
const day = Date.parse('2026-03-02T09:00:00.000Z');

/** An answer, with who asked for it. */
export interface Heard {
  readonly operation: string;
  /** Undefined for a call without credentials. */
  readonly caller: CallerKind | undefined;
  readonly result: APIGatewayProxyStructuredResultV2;
}

/** Answers an event in place of the handler of this process. */
export type Answering = (
  endpoint: AnyEndpoint,
  event: APIGatewayProxyEventV2,
  nowMs: number,
) => Promise<APIGatewayProxyStructuredResultV2>;

interface Options {
  readonly table: TestTable;
  readonly endpoints: readonly AnyEndpoint[];
  readonly overrides: Partial<WholeRuntime>;
  /** When absent, the handlers of this process answer, as on one machine. */
  readonly answering?: Answering;
  /** The token of a person; the name of the person when absent. */
  readonly tokenOf?: (userId: string) => Promise<string>;
}

/** A service that records every answer. */
export class PlayedService extends TestService {
  readonly heard: Heard[] = [];
  readonly #answering: Answering | undefined;
  readonly #tokenOf: (userId: string) => Promise<string>;

  constructor({ table, endpoints, overrides, answering, tokenOf = async (userId) => userId }: Options) {
    super(table, endpoints, overrides, new TestClock(day));
    this.#answering = answering;
    this.#tokenOf = tokenOf;
  }

  override async call(...[method, path, by, options]: Parameters<TestService['call']>): Promise<Answer> {
    const caller = 'token' in by ? { ...by, token: await this.#tokenOf(by.userId) } : by;
    return super.call(method, path, caller, options);
  }

  protected override async invoke(endpoint: AnyEndpoint, event: APIGatewayProxyEventV2) {
    const result = this.#answering
      ? await this.#answering(endpoint, event, this.clock.now)
      : await super.invoke(endpoint, event);
    this.heard.push({ operation: endpoint.operation, caller: callerOf(endpoint, event), result });
    return result;
  }
}

function callerOf({ callers }: AnyEndpoint, { headers }: APIGatewayProxyEventV2): CallerKind | undefined {
  if (headers['x-api-key']) return 'key';
  if (headers.authorization) return 'session';
  return callers.find((caller) => caller === 'page' || caller === 'public');
}
