import { describe, expect, test } from 'vitest';
import type { OpenAttempt } from '../../../../shared/checkout/attempts/attempt.ts';
import { paymentOfView, pressedOn } from '../../../../shared/checkout/attempts/transfer-of-view.ts';

const row = { organizationId: 'org', linkId: 'lnk_1', browser: 'b', version: 1, attemptId: 'now' };
const left = { attemptId: 'left', at: 200 };
const of = (earlier: Partial<OpenAttempt>): OpenAttempt => ({ ...row, ...earlier });

describe('a view is about the payment that its browser had when it was made', () => {
  test.each<[string, Partial<OpenAttempt>, [seenAt: number, payment: string][]]>([
    [
      'nothing came before',
      {},
      [
        [0, 'now'],
        [300, 'now'],
      ],
    ],
    [
      'one was paid at 100',
      { paid: { attemptId: 'paid', at: 100 } },
      [
        [100, 'paid'],
        [101, 'now'],
      ],
    ],
    [
      'one was left at 200',
      { left },
      [
        [199, 'left'],
        [200, 'now'],
      ],
    ],
    [
      'one was paid and the next left',
      { paid: { attemptId: 'paid', at: 100 }, left },
      [
        [50, 'paid'],
        [150, 'left'],
        [200, 'now'],
      ],
    ],
    [
      'one was left and the next paid',
      { paid: { attemptId: 'paid', at: 300 }, left },
      [
        [150, 'left'],
        [200, 'paid'],
        [300, 'paid'],
        [301, 'now'],
      ],
    ],
  ])('%s', (_what, earlier, wanted) => {
    for (const [seenAt, payment] of wanted)
      expect(paymentOfView(of(earlier), seenAt), `seen at ${seenAt}`).toBe(payment);
  });
});

describe('“Another payment”', () => {
  test('leaves the browser’s payment, whatever the view', () => {
    expect(pressedOn(of({}), { seenAt: 50, another: true })).toEqual({ attemptId: 'now', seenAt: 50, leaves: true });
    expect(pressedOn(of({ left }), { seenAt: 200, another: true })).toMatchObject({ attemptId: 'now', leaves: true });
  });

  test('pressed again on the same page leaves nothing: it is about the payment that it has begun', () => {
    expect(pressedOn(of({ left }), { seenAt: 199, another: true })).toMatchObject({ attemptId: 'now', leaves: false });
    const paid = { attemptId: 'paid', at: 300 };
    expect(pressedOn(of({ left, paid }), { seenAt: 199, another: true })).toMatchObject({
      attemptId: 'paid',
      leaves: false,
    });
  });

  test('is nothing that a plain press does', () => {
    expect(pressedOn(of({ left }), { seenAt: 150 })).toEqual({ attemptId: 'left', seenAt: 150, leaves: false });
  });
});

test('a view that showed that a payment was paid is about the one that another tab has begun beside it', () => {
  const beside = of({ paid: { attemptId: 'left', at: 100 }, left });
  expect([100, 101, 199, 201].map((seenAt) => paymentOfView(beside, seenAt))).toEqual(['left', 'now', 'now', 'now']);
});
