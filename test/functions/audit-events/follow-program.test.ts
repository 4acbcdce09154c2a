import { expect, test } from 'vitest';
import { bodyOf, pathOf } from '../../support/journey.ts';
import { runnerOfExamples } from '../../support/run-example.ts';
import { TestService } from '../../support/service.ts';

const minuteMs = 60_000;

test("the guide's program prints every row of the audit log once, as soon as nothing can come before it", async () => {
  const service = await TestService.start();
  const of = await service.organization();
  const runExample = await runnerOfExamples(service, of);
  const run = async () => {
    const lines = (await runExample('following/audit-log.ts')).split('\n').filter(Boolean);
    return lines.map((line) => line.split(' ').slice(1, 3).join(' '));
  };
  const fund = (amount: string) => service.post(`${pathOf(of)}/sandbox/fund`, of, { amount });

  bodyOf(await fund('5.00'), 201);
  service.clock.advance(1_000);
  expect(await fund('0')).toMatchObject({ status: 400 });
  expect(await run()).toEqual([]);
  service.clock.advance(2.2 * minuteMs);
  bodyOf(await fund('6.00'), 201);
  expect(await run()).toEqual(['sandbox.fund succeeded', 'sandbox.fund refused']);
  service.clock.advance(2.2 * minuteMs);
  expect(await run()).toEqual(['sandbox.fund succeeded']);
  expect(await run()).toEqual([]);
});
