import type * as z from 'zod';
import type { Organization } from '../identity/organization.ts';
import type { ServiceOrganization } from '../identity/service-organizations.ts';
import type { Execution } from '../journal/commit/execution.ts';
import type { AuditedRequest } from '../journal/rows/audit-row.ts';
import type { Capability, OperationRuntime } from '../ports/runtime.ts';

/** A call of an operation: its input has been parsed and its organization read. */
export interface OperationCall<Input = unknown, Used extends Capability = never> {
  readonly input: Input;
  /** With the ports that the operation uses. */
  readonly runtime: OperationRuntime<Used>;
  /** What audit rows show: `operator:<identity>`. */
  readonly actorUserId: string;
  /** @throws on an operation whose input names no `organizationId` */
  readonly organization: Organization;
  /** What the operation hands to its commit. It has no audit row where the input names no organization. */
  readonly execution: Execution;
  /** The audit row for what the operation does to an organization. */
  readonly auditOf: (organizationId: string) => AuditedRequest;
}

/**
 * Something that the platform's operators do, declared once (design, platform operation). It has no route and no event
 * source: in AWS it is a Lambda that can be invoked only with permission in IAM, on one machine a socket that belongs
 * to one user. The function in CDK, the socket and the command line are derived from it.
 */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Result = unknown,
  Used extends Capability = Capability,
> {
  /** kebab-case; equals the file's name and the command of `npm run ops`. */
  readonly name: string;
  readonly summary: string;
  /** Action of the audit row. */
  readonly audit: string;
  /** An operation on one organization names it as `organizationId`. One about the stage may leave it out (`aboutStage`). */
  readonly input: Input;
  /** The caller must send a key of their own making, so that a repeated call never does it twice. */
  readonly idempotency?: 'required';
  /**
   * `write` unless it is declared. `read`: changes nothing, and writes only its audit row. `none`: is not about organizations,
   * and audited in the log.
   */
  readonly tableAccess: 'none' | 'read' | 'write';
  /**
   * The operation moves money, which above the stage's setting wants a second operator: its function is told the setting
   * (`OperationPorts.secondOperatorAbove`).
   */
  readonly movesMoney?: true;
  /**
   * The operation is about the stage. Where its input names no organization it is decided in the stage's own journal, so it has proposals and
   * audit rows as every other.
   */
  readonly aboutStage?: true;
  /**
   * The organizations of the service itself that the input may name. No other operation is about them: one operator alone could
   * otherwise resume the stage's organization, and give it members or keys.
   */
  readonly serviceOrganizations?: readonly ServiceOrganization[];
  /** The operation looks at every item of the table, so its function may scan it. */
  readonly scansTable?: true;
  /** What the operation uses besides the table. Its grants, its environment and the ports of its runtime follow. */
  readonly uses?: readonly Used[];
  readonly handle: (call: OperationCall<z.output<Input>, Used>) => Promise<Result>;
}

/** An operation without its specific types, as lists of operations hold it. */
export type AnyOperation = Omit<Operation, 'handle'> & { readonly handle: (call: never) => Promise<unknown> };

/** Declares an operation. */
export function defineOperation<Input extends z.ZodType, Result, Used extends Capability = never>(
  operation: Omit<Operation<Input, Result, Used>, 'tableAccess'> & Partial<Pick<Operation, 'tableAccess'>>,
): Operation<Input, Result, Used> {
  return { tableAccess: 'write', ...operation };
}

/** The request to an operation: the event of its Lambda, or a message on the socket. */
export interface OperationRequest {
  /** Signed headers that prove who operates (`operator-proof.ts`); where the place of the operation knows it, absent. */
  readonly proof?: Readonly<Record<string, string>>;
  readonly input: unknown;
  readonly idempotencyKey?: string;
}

/** The answer of an operation: a result, or the Error body of the specification. Never a stack trace. */
export type OperationAnswer =
  | { readonly result: unknown; readonly replayed?: true }
  | { readonly error: { readonly type: string; readonly detail: string } & Readonly<Record<string, unknown>> };

/** The name of the Lambda of an operation, by which it is deployed and invoked. */
export function operationFunctionName(stage: string, operation: string): string {
  return `Sluice-${stage}-${operation}`;
}
