import type * as z from 'zod';
import type { Organization } from '../identity/organization.ts';
import type { Execution } from '../journal/commit/execution.ts';
import type { AuditedRequest } from '../journal/rows/audit-row.ts';
import type { Runtime } from '../ports/runtime.ts';

/** An operation under way: its input is parsed, its organization is there. */
export interface OperationCall<Input = unknown> {
  readonly input: Input;
  readonly runtime: Runtime;
  /** What audit rows show: `operator:<identity>`. */
  readonly actorUserId: string;
  /** @throws on an operation whose input names no `organizationId` */
  readonly organization: Organization;
  /** What the operation hands on to its commit. Without an audit row where no organization is named. */
  readonly execution: Execution;
  /** The audit row of what the operation does to an organization. */
  readonly auditOf: (organizationId: string) => AuditedRequest;
}

/**
 * Something that the platform's operators do, declared once (design, platform operation). It has no route and no event
 * source: in AWS it is a Lambda that IAM alone lets invoke, on one machine a socket that belongs to one user. CDK's
 * function, the socket and the command line are derived from it.
 */
export interface Operation<Input extends z.ZodType = z.ZodType, Result = unknown> {
  /** kebab-case; equals the file's name and the command of `npm run ops`. */
  readonly name: string;
  readonly summary: string;
  /** Action of the audit row. */
  readonly audit: string;
  /** Where it is about one organization, that is its `organizationId`. */
  readonly input: Input;
  /** The caller must send a key of their own making, so that a repeated call never does it twice. */
  readonly idempotency?: 'required';
  /** `read`: changes nothing; its audit row is all it writes. */
  readonly tableAccess: 'read' | 'write';
  /** Seals what it writes, such as mail: it may read the stage's sealing secret. */
  readonly usesSecrets?: true;
  readonly handle: (call: OperationCall<z.output<Input>>) => Promise<Result>;
}

/** An operation whose types are not known, as lists of operations hold it. */
export type AnyOperation = Omit<Operation, 'handle'> & { readonly handle: (call: never) => Promise<unknown> };

/** Declares an operation; the identity, for its types. */
export function defineOperation<Input extends z.ZodType, Result>(
  operation: Operation<Input, Result>,
): Operation<Input, Result> {
  return operation;
}

/** What an operation is sent: Lambda's event, or a message on the socket. */
export interface OperationRequest {
  /** Who operates: an ARN, or a user of the operating system. */
  readonly operator: string;
  readonly input: unknown;
  readonly idempotencyKey?: string;
}

/** What it answers: a result, or the Error body of the specification. Never a stack trace. */
export type OperationAnswer =
  | { readonly result: unknown; readonly replayed?: true }
  | { readonly error: { readonly type: string; readonly detail: string } & Readonly<Record<string, unknown>> };

/** The Lambda of an operation: what deploys it and what invokes it agree on this. */
export function operationFunctionName(stage: string, operation: string): string {
  return `Sluice-${stage}-${operation}`;
}
