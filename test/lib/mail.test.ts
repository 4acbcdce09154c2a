import { describe, expect, it } from 'vitest';
import { allowing, type Statement, told } from './support/permissions.ts';
import { synthesize } from './support/synthesize.ts';

const mailFrom = 'sluice@mail.example.com';

describe('mail', () => {
  it('is sent by its worker alone, from the stage’s address alone', async () => {
    const app = await synthesize({ mailFrom });
    const sending = allowing(app, 'ses:SendEmail');
    expect(sending).toHaveLength(1);
    expect(sending[0]?.roles).toContain('SendMails');
    const { statement } = sending[0] as { statement: Statement };
    expect(statement.Condition).toEqual({ StringEquals: { 'ses:FromAddress': mailFrom } });
    const identities = JSON.stringify(statement.Resource).match(/:identity\/[^"]+/g);
    expect(identities?.sort()).toEqual([':identity/mail.example.com', `:identity/${mailFrom}`]);
    expect(told(app, 'MAIL_FROM')).toEqual(['Worker send-mails']);
  });

  it('is sent by nobody where the stage has no sender', async () => {
    const app = await synthesize({ stage: 'dev', mailFrom: undefined });
    expect(allowing(app, 'ses:SendEmail')).toEqual([]);
    expect(told(app, 'MAIL_FROM')).toEqual([]);
  });
});
