import type * as z from 'zod';
import type { Organization } from '../identity/organization.ts';
import type { ServiceOrganization } from '../identity/service-organizations.ts';
import type { Execution } from '../journal/commit/execution.ts';
import type { AuditedRequest } from '../journal/rows/audit-row.ts';
import type { Capability, OperationRuntime } from '../ports/runtime.ts';

/** A call of an operation. Its input has been parsed and its organization read. */
export interface OperationCall<Input = unknown, Used extends Capability = never> {
  readonly input: Input;
  /** With the ports that the operation uses. */
  readonly runtime: OperationRuntime<Used>;
  /** Shown in audit rows: `operator:<identity>`. */
  readonly actorUserId: string;
  /** @throws if the operation's input names no `organizationId` */
  readonly organization: Organization;
  /** What the operation passes to its commit. Without an audit row if the input names no organization. */
  readonly execution: Execution;
  /** The audit row for the operation's effect on an organization. */
  readonly auditOf: (organizationId: string) => AuditedRequest;
}

/**
 * An operation of the platform's operators, declared once (design, platform operation). It has no route and no event
 * source: in AWS it is a Lambda function that can be invoked only with an IAM permission, on one machine a socket that
 * belongs to one user. The function in CDK, the socket and the command line are derived from this declaration.
 */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Result = unknown,
  Used extends Capability = Capability,
> {
  /** In kebab case; equals the file name and the command of `npm run ops`. */
  readonly name: string;
  readonly summary: string;
  /** Action of the audit row. */
  readonly audit: string;
  /**
   * An operation on one organization names it as `organizationId`. An operation on the stage can omit it
   * (`aboutStage`).
   */
  readonly input: Input;
  /** The caller must send their own key, so that a repeated call never does the same thing twice. */
  readonly idempotency?: 'required';
  /**
   * `write` by default. `read`: changes nothing and writes only its audit row. `none`: does not concern organizations,
   * and is audited in the log.
   */
  readonly tableAccess: 'none' | 'read' | 'write';
  /**
   * The operation moves money, which requires a second operator above the stage's limit. Its function gets the limit
   * (`OperationPorts.secondOperatorAbove`).
   */
  readonly movesMoney?: true;
  /**
   * The operation concerns the stage. If its input names no organization, it is decided in the stage's own journal, so
   * that it has proposals and audit rows like every other operation.
   */
  readonly aboutStage?: true;
  /**
   * The organizations of the service itself that the input may name. No other operation accepts them: otherwise a
   * single operator could resume the stage's organization, or give it members or keys.
   */
  readonly serviceOrganizations?: readonly ServiceOrganization[];
  /** The operation reads every item of the table, so its function can scan it. */
  readonly scansTable?: true;
  /** What the operation uses besides the table. Determines its grants, its environment and the ports of its runtime. */
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
  /** Signed headers that prove who the operator is (`operator-proof.ts`). Absent if the environment already knows. */
  readonly proof?: Readonly<Record<string, string>>;
  readonly input: unknown;
  readonly idempotencyKey?: string;
}

/** The answer of an operation: a result, or the Error body of the specification. Never a stack trace. */
export type OperationAnswer =
  | { readonly result: unknown; readonly replayed?: true }
  | { readonly error: { readonly type: string; readonly detail: string } & Readonly<Record<string, unknown>> };

/** The name of an operation's Lambda function, for deployment and invocation. */
export function operationFunctionName(stage: string, operation: string): string {
  return `Sluice-${stage}-${operation}`;
}
