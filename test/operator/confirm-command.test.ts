import { beforeEach, expect, test } from 'vitest';
import { readArguments } from '../../operator/arguments.ts';
import { withWholeCommands } from '../../operator/proposed-command.ts';
import { runCommand } from '../../operator/run.ts';
import type { Target } from '../../operator/target/target.ts';
import { fundedOrganization, type TestOrganization } from '../support/journey.ts';
import { perform, performed } from '../support/operations.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
let of: TestOrganization;

beforeEach(async () => {
  service = await TestService.start({ secondOperatorAbove: '100.00' });
  of = await fundedOrganization(service, '500.00');
});

interface Shown {
  readonly proposals: readonly { readonly proposalId: string; readonly expiresAt: string }[];
}

/** Runs a command as an operator: what it printed, what else it said, and its exit code. */
async function run(operator: string, ...args: string[]) {
  const wanted = readArguments(args);
  if (typeof wanted === 'string') throw new Error(wanted);
  const [printed, noted]: [string[], string[]] = [[], []];
  const target: Target = {
    name: 'the test',
    seal: async (text) => text,
    perform: (name, { input, idempotencyKey }) =>
      perform(service, name, JSON.parse(JSON.stringify(input)), {
        operator,
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      }),
  };
  const terminal = {
    print: (line: string) => void printed.push(line),
    note: (line: string) => void noted.push(line),
    confirm: undefined,
  };
  return { code: await runCommand(wanted, target, terminal), printed: printed.join('\n'), noted: noted.join('\n') };
}

const large = () => ['adjust', of.organizationId, 'debit', '250.00', 'USD', '--reason', 'sent twice', '--yes'];

/** The command that the first operator is told to pass on. */
async function proposedCommand(): Promise<string[]> {
  const { noted } = await run('ada', ...large());
  return (/npm run ops -- (confirm \S+ \S+)/.exec(noted)?.[1] ?? '').split(' ');
}

test('what is too much for one operator says that nothing moved, and what another one does', async () => {
  const { code, printed, noted } = await run('ada', ...large());
  expect(code).toBe(0);
  expect(printed).toContain('status: open');
  expect(noted).toContain('Nothing has changed yet.');
  expect(noted).toMatch(new RegExp(`npm run ops -- confirm ${of.organizationId} prop_`));
});

test.each([
  [['--stage', 'prod'], ' --stage prod'],
  [['--stage', 'prod', '--region', 'eu-west-1'], ' --stage prod --region eu-west-1'],
  [['--data', "it's here"], " --data 'it'\\''s here'"],
  [['--data', '.sluice'], ''],
])('the command to pass on goes to the same place: %j', async (place, options) => {
  const { noted } = await run('ada', ...large(), ...place);
  const { proposals } = (await performed(service, 'show', { organizationId: of.organizationId })) as Shown;
  const [proposal] = proposals;
  expect(noted).toContain(
    `execute it before ${proposal?.expiresAt}: npm run ops -- confirm ${of.organizationId} ${proposal?.proposalId}${options}`,
  );
  expect(noted.endsWith(options)).toBe(true);
});

test('a command that an answer proposes becomes one to paste; other words in backquotes stay', () => {
  const place = { stage: 'prod', region: undefined };
  expect(withWholeCommands("or run `adjust ORG credit 1.00 USD --reason 'x'`, see `show`, not `rm -r x`", place)).toBe(
    "or run `npm run ops -- adjust ORG credit 1.00 USD --reason 'x' --stage prod`, see `show`, not `rm -r x`",
  );
});

test('a refusal advises what an operator can do', async () => {
  const { noted } = await run('ben', 'resend', of.organizationId, 'po_1', '--reason', 'x', '--yes');
  expect(noted).toContain(
    'NOT_FOUND: no such payout\nNothing was changed. Check the ids, and that they are of this stage.',
  );
});

test('the sandbox of a pair is not verified: its live organization is named', async () => {
  const { organizationId } = of;
  const { counterpartId } = (await performed(service, 'show', { organizationId })).organization;
  const { code, noted } = await run('ben', 'verify', organizationId, '--yes');
  expect([code, noted]).toEqual([1, expect.stringContaining('a sandbox needs no business verification')]);
  if (counterpartId) expect(noted).toContain(`its live organization is ${counterpartId}`);
});

test('the other operator is shown all of it before anything is done', async () => {
  const command = await proposedCommand();
  const shown = await run('ben', ...command);
  expect(shown).toMatchObject({ code: 1, printed: '', noted: expect.stringContaining('add --yes') });
  for (const part of ['operation: adjust', 'debit', '250.00', 'sent twice', 'operator:ada']) {
    expect(shown.noted).toContain(part);
  }
  const done = await run('ben', ...command, '--yes');
  expect(done).toMatchObject({ code: 0, printed: expect.stringContaining('available: 250.00') });
  expect(done.noted).not.toContain('Nothing has changed yet');
});

test('it can be rejected, and who proposed it cannot confirm it', async () => {
  const command = await proposedCommand();
  expect(await run('ada', ...command, '--yes')).toMatchObject({ code: 1, noted: expect.stringContaining('FORBIDDEN') });
  const rejected = await run('ada', ...command, '--reject', '--yes');
  expect(rejected).toMatchObject({ code: 0, printed: expect.stringContaining('status: rejected') });
  const late = await run('ben', ...command, '--yes');
  expect(late).toMatchObject({ code: 1, noted: expect.stringContaining('No such work is waiting.') });
});

test('an organization that is not there is said so before anything is asked', async () => {
  const { code, noted } = await run('ben', 'confirm', 'nobody', 'prop_1');
  expect([code, noted]).toEqual([1, expect.stringContaining('NOT_FOUND')]);
});
