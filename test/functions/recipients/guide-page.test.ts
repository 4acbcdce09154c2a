import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRecipientDetails } from '../../../shared/corridors/catalog/recipient-details.ts';
import { sandboxCorridors } from '../../../shared/providers/sandbox/corridors/catalog.ts';
import { euroIbans } from '../../../shared/providers/sandbox/corridors/euro-ibans.ts';
import { theCorridor } from '../../shared/corridors/catalog/support.ts';
import { addRecipient, bodyOf } from '../../support/journey.ts';
import { runnerOfExamples } from '../../support/run-example.ts';
import { TestService } from '../../support/service.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/guide/recipients.md'), 'utf8');

/** The rows of the table with this head, each cell without its marks of code. */
function rowsOf(head: string): string[][] {
  const [, table = ''] = page.split(`| ${head} |\n`);
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(1);
  return rows.map((row) =>
    row
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.replace(/^`(.*)`$/, '$1')),
  );
}

/** Checks one field beside the examples of the other required ones. */
function check(corridorId: string, field: string, sent: string) {
  const corridor = theCorridor(corridorId);
  const required = corridor.recipientFields.filter(({ required }) => required);
  const examples = Object.fromEntries(required.map(({ name, example }) => [name, example]));
  return checkRecipientDetails(corridor, { ...examples, [field]: sent });
}

describe('the tables of the page', () => {
  test('name the fields of every corridor', () => {
    const shown = rowsOf('currency, country | fields | what is checked').map(([where = '', fields = '']) => {
      return [where.slice(0, 3), fields.replace(/ \(optional\)|`/g, '')];
    });
    const fieldsOf = sandboxCorridors.map(({ currency, recipientFields }) => {
      return [currency, recipientFields.map(({ name }) => name).join(', ')] as const;
    });
    expect(new Map(shown as [string, string][])).toEqual(new Map(fieldsOf));
    expect(page).toContain(`| EUR, ${Object.keys(euroIbans).length} countries |`);
  });

  const stored = rowsOf('corridor | field | you send | stored');
  test.each(stored)('%s %s: %s is stored as %s', (corridorId = '', field = '', sent = '', form = '') => {
    expect(check(corridorId, field, sent)).toMatchObject({ details: { [field]: form } });
  });

  const refused = rowsOf('corridor | field | you send | code');
  test.each(refused)('%s %s: %s is refused as %s', (corridorId = '', field = '', sent = '', code = '') => {
    expect(check(corridorId, field, sent)).toMatchObject({
      issues: [{ path: `method.recipientDetails.${field}`, code }],
    });
  });
});

test('the bodies of the page are registered, one of every currency at least', async () => {
  const service = await TestService.start();
  const of = await service.organization();
  const bodies = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, body = '']) => JSON.parse(body));
  for (const body of bodies) bodyOf(await service.post(`/recipients/${of.organizationId}`, of, body), 201);
  const currencies = new Set(bodies.map(({ method }) => method.currency));
  expect(currencies).toEqual(new Set(sandboxCorridors.map(({ currency }) => currency)));
});

describe('the programs of the page', () => {
  test('print the fields of a corridor', async () => {
    const service = await TestService.start();
    const run = await runnerOfExamples(service, await service.organization());
    expect(await run('recipients/fields.ts')).toBe(
      'pixKey (PIX key, required): 52998224725\npixKeyType (Kind of PIX key, optional): cpf\n',
    );
    expect(await run('recipients/fields.ts', 'NG', 'NGN')).toMatch(
      /^bankCode .*: 011\naccountNumber .*: 0000014579\n$/,
    );
  });

  test('correct a recipient when they are told to, however often they run', async () => {
    const service = await TestService.start();
    const of = await service.organization();
    const run = await runnerOfExamples(service, of);
    const externalId = 'supplier-17';
    const wrong = await addRecipient(service, of, { externalId });
    const list = async () => bodyOf(await service.get(`/recipients/${of.organizationId}`, of)).data;

    await expect(run('recipients/correct.ts')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(`^${wrong.recipientId} .*: name, country, method\\.recipientDetails\\.iban\n$`),
    });
    expect(await list()).toEqual([wrong]);

    service.clock.advance(1_000);
    expect(await run('recipients/correct.ts', '--retire')).toContain(wrong.recipientId);
    const corrected = await list();
    expect(corrected.map(({ status }: { status: string }) => status)).toEqual(['active', 'retired']);
    const [right] = corrected;
    expect(right).toMatchObject({ externalId, name: 'Grace Hopper', country: 'FR' });

    for (const args of [[], ['--retire']]) {
      expect(await run('recipients/correct.ts', ...args)).toBe(
        `${right.recipientId} ${right.methods[0].destinationAccountId}\n`,
      );
    }
    expect(await list()).toEqual(corrected);
  });

  test('go on after they were interrupted between retiring and registering', async () => {
    const service = await TestService.start();
    const of = await service.organization();
    const run = await runnerOfExamples(service, of);
    const wrong = await addRecipient(service, of, { externalId: 'supplier-17' });
    bodyOf(await service.call('DELETE', `/recipients/${of.organizationId}/${wrong.recipientId}`, of));
    expect(await run('recipients/correct.ts', '--retire')).toMatch(/^rcp_\w+ \w+\n$/);
  });
});
