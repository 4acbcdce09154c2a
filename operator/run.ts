import type { OperationAnswer } from '../shared/contract/operation.ts';
import { stageOrganizationId } from '../shared/identity/stage.ts';
import type { Wanted } from './arguments.ts';
import { checkInput } from './check-input.ts';
import type { Collector } from './commands/command.ts';
import { commandAt, withWholeCommands } from './proposed-command.ts';
import { linesOf } from './show.ts';
import type { Target } from './target/target.ts';

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

/**
 * @returns the exit code: 0, or 1 if the command was refused or has findings
 * @throws UsageError for an input that the operation would refuse: nothing was sent
 */
export async function runCommand(given: Wanted, target: Target, terminal: Terminal): Promise<number> {
  const wanted = await sealed(given, target);
  await checkInput(wanted);
  const refused = await showPreview(wanted, target, terminal);
  if (refused) return showFailure(refused, wanted, terminal);
  if (!(await mayGoOn(wanted, target, terminal))) return 1;
  const { answer, isSound } = await performAll(wanted, target, terminal);
  if ('error' in answer) return showFailure(answer.error, wanted, terminal);
  if (wanted.json) terminal.print(JSON.stringify(answer.result));
  else if (wanted.line.isPaged && !wanted.command.collector)
    for (const line of findingLines(answer.result)) terminal.print(withWholeCommands(line, wanted.place));
  else for (const line of linesOf(answer.result)) terminal.print(line);
  if (isProposal(answer.result)) terminal.note(proposed(wanted, answer.result));
  if (answer.replayed) terminal.note('This key was already used: nothing was done again.');
  return isSound ? 0 : 1;
}

async function sealed(wanted: Wanted, target: Target): Promise<Wanted> {
  const { command, input } = wanted;
  return command.sealInput ? { ...wanted, input: await command.sealInput(input, target) } : wanted;
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
  for (const line of linesOf(shown(answer.result, input) ?? 'No such work is waiting.')) note(line);
  return undefined;
}

/** The proposal, if the move is more than one operator may make alone. */
function isProposal(result: unknown): result is Proposed {
  const { proposalId, status } = (result ?? {}) as Partial<Record<keyof Proposed, unknown>>;
  return typeof proposalId === 'string' && status === 'open';
}

interface Proposed {
  readonly proposalId: string;
  readonly status: 'open';
  /** ISO 8601. */
  readonly expiresAt: string;
}

function proposed({ input, place }: Wanted, { proposalId, expiresAt }: Proposed): string {
  const command = commandAt(place, `confirm ${input.organizationId ?? stageOrganizationId} ${proposalId}`);
  return `Nothing has changed yet. Another operator must review and execute it before ${expiresAt}: ${command}`;
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
    terminal.note(`Key ${idempotencyKey}: if there is no answer, repeat the command with --key and this key.`);
  return true;
}

/** The whole answer of a command, and whether it found nothing wrong. */
interface Performed {
  readonly answer: OperationAnswer;
  readonly isSound: boolean;
}

async function performAll(wanted: Wanted, target: Target, { note }: Terminal): Promise<Performed> {
  const { command, line, input, idempotencyKey } = wanted;
  const perform = (more: object) =>
    target.perform(line.operation, {
      input: { ...input, ...more },
      ...(idempotencyKey && { idempotencyKey }),
    });
  let answer = await perform({});
  if (!line.isPaged) return { answer, isSound: 'result' in answer && findingsOf(answer.result).length === 0 };
  const collector = command.collector?.() ?? new Findings();
  while ('result' in answer) {
    collector.add(answer.result);
    for (const line of command.progressLines?.(answer.result) ?? []) note(line);
    const { progress } = answer.result as { readonly progress?: unknown };
    if (progress === undefined) {
      const { result, isSound } = collector.end();
      return { answer: { result }, isSound };
    }
    answer = await perform({ progress });
  }
  return { answer, isSound: false };
}

/** Joins the findings and notes of every part. */
class Findings implements Collector {
  readonly #findings: string[] = [];
  readonly #notes: string[] = [];

  add(part: unknown): void {
    this.#findings.push(...findingsOf(part));
    this.#notes.push(...notesOf(part));
  }

  end() {
    const isSound = this.#findings.length === 0;
    const notes = this.#notes.length > 0 && { notes: this.#notes };
    return { result: { sound: isSound, findings: this.#findings, ...notes }, isSound };
  }
}

function findingsOf(result: unknown): readonly string[] {
  return (result as { readonly findings?: readonly string[] } | undefined)?.findings ?? [];
}

/** Information in a part that is not a finding. */
function notesOf(result: unknown): readonly string[] {
  return (result as { readonly notes?: readonly string[] } | undefined)?.notes ?? [];
}

function findingLines(result: unknown): readonly string[] {
  const findings = findingsOf(result);
  return [...(findings.length === 0 ? ['sound'] : findings), ...notesOf(result)];
}

function showFailure(error: Failure, wanted: Wanted, { print, note }: Terminal): 1 {
  if (wanted.json) print(JSON.stringify({ error }));
  const { type, detail, resolution, requestId } = error;
  note(`${type}: ${detail}`);
  if (resolution) note(withWholeCommands(String(resolution), wanted.place));
  note(`Request ${requestId}`);
  return 1;
}
