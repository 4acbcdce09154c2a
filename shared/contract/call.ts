import type { Organization } from '../identity/organization.ts';
import type { Execution } from '../journal/commit/execution.ts';
import type { Capability, Runtime } from '../ports/runtime.ts';
import type { Caller } from './caller.ts';

/** A request as its handler sees it: authenticated, parsed and bound to an organization. */
export interface Call<
  Parameter extends string = string,
  Query = unknown,
  Body = unknown,
  Used extends Capability = never,
> {
  readonly parameters: Readonly<Record<Parameter, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly requestId: string;
  /** With the ports that the endpoint uses. */
  readonly runtime: Runtime<Used>;
  /** @throws on an endpoint that anyone can call */
  readonly organization: Organization;
  /** @throws on an endpoint that anyone can call */
  readonly caller: Caller;
  /** What a mutation passes to its commit. */
  readonly execution: Execution;
}
