import type { Execution } from '../journal/execution.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Caller } from './caller.ts';

/** A request as its handler sees it: authenticated, parsed and bound to an organization. */
export interface Call<Parameter extends string = string, Query = unknown, Body = unknown> {
  readonly parameters: Readonly<Record<Parameter, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly requestId: string;
  readonly runtime: Runtime;
  /** @throws on an endpoint that anybody may call */
  readonly organization: Organization;
  /** @throws on an endpoint that anybody may call */
  readonly caller: Caller;
  /** What a mutation hands on to its commit. */
  readonly execution: Execution;
}
