import type { OperationAnswer } from '../../shared/contract/operation.ts';
import type { Wanted } from './arguments.ts';
import { linesOf } from './show.ts';
import type { Target } from './target.ts';

/** Where a command writes, and how it asks a question. */
export interface Terminal {
  /** Writes a line of the result. */
  readonly print: (line: string) => void;
  /** Writes a line that is not part of the result. */
  readonly note: (line: string) => void;
  /** Undefined if nobody is there to answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

type Failure = Extract<OperationAnswer, { error: unknown }>['error'];

/** @returns the exit code: 0, or 1 if the command was refused or has findings */
export async function runCommand(wanted: Wanted, target: Target, terminal: Terminal): Promise<number> {
  const refused = await showPreview(wanted, target, terminal);
  if (refused) return showFailure(refused, wanted, terminal);
  if (!(await mayGoOn(wanted, target, terminal))) return 1;
  const answer = await performAll(wanted, target);
  if ('error' in answer) return showFailure(answer.error, wanted, terminal);
  if (wanted.json) terminal.print(JSON.stringify(answer.result));
  else if (wanted.command.paged) for (const line of findingLines(answer.result)) terminal.print(line);
  else for (const line of linesOf(answer.result)) terminal.print(line);
  if (isProposal(answer.result)) terminal.note(proposed(wanted, answer.result));
  if (answer.replayed) terminal.note('This key was used before: nothing was done again.');
  return findingsOf(answer.result).length > 0 ? 1 : 0;
}

/** @returns the failure, if what is shown could not be read */
async function showPreview(
  { command, input }: Wanted,
  target: Target,
  { note }: Terminal,
): Promise<Failure | undefined> {
  if (!command.preview) return undefined;
  const { operation, input: inputOf, shown } = command.preview;
  const answer = await target.perform(operation, { input: inputOf(input) });
  if ('error' in answer) return answer.error;
  for (const line of linesOf(shown(answer.result, input) ?? 'Nothing of that waits.')) note(line);
  return undefined;
}

/** What became a proposal, because it is more than one operator may do alone. */
function isProposal(result: unknown): result is { readonly proposalId: string; readonly status: 'open' } {
  const { proposalId, status } = (result ?? {}) as { readonly proposalId?: unknown; readonly status?: unknown };
  return typeof proposalId === 'string' && status === 'open';
}

function proposed({ input }: Wanted, { proposalId }: { readonly proposalId: string }): string {
  const command = `npm run ops -- confirm ${input.organizationId} ${proposalId}`;
  return `Nothing has moved. Another operator looks at it and executes it within 24 hours: ${command}`;
}

/** Says what is about to be done, and asks for confirmation. */
async function mayGoOn({ command, input, yes, idempotencyKey }: Wanted, target: Target, terminal: Terminal) {
  if (!command.intent) return true;
  terminal.note(`On ${target.name}: ${command.intent(input)}`);
  const isAgreed = yes || (await terminal.confirm?.('Do it? (yes/no) '));
  if (!isAgreed) {
    terminal.note(terminal.confirm ? 'Nothing was done.' : 'Nothing was done: add --yes to do it.');
    return false;
  }
  if (idempotencyKey)
    terminal.note(`Key ${idempotencyKey}: without an answer, repeat the command with --key and this.`);
  return true;
}

async function performAll(wanted: Wanted, target: Target): Promise<OperationAnswer> {
  const { name, command, input, idempotencyKey } = wanted;
  const perform = (more: object) =>
    target.perform(name, { input: { ...input, ...more }, ...(idempotencyKey && { idempotencyKey }) });
  let answer = await perform({});
  if (!command.paged) return answer;
  const findings: string[] = [];
  while ('result' in answer) {
    findings.push(...findingsOf(answer.result));
    const { progress } = answer.result as { readonly progress?: unknown };
    if (progress === undefined) return { result: { sound: findings.length === 0, findings } };
    answer = await perform({ progress });
  }
  return answer;
}

function findingsOf(result: unknown): readonly string[] {
  return (result as { readonly findings?: readonly string[] } | undefined)?.findings ?? [];
}

function findingLines(result: unknown): readonly string[] {
  const findings = findingsOf(result);
  return findings.length === 0 ? ['sound'] : findings;
}

function showFailure(error: Failure, { json }: Wanted, { print, note }: Terminal): 1 {
  if (json) print(JSON.stringify({ error }));
  const { type, detail, resolution, requestId } = error;
  note(`${type}: ${detail}`);
  if (resolution) note(String(resolution));
  note(`Request ${requestId}`);
  return 1;
}
