import { expect, test, vi } from 'vitest';
import { createLog } from '../../../shared/lambda/create-log.ts';

test('a line of a function has its stage, its fields by their names, and of an error nothing but what it tells', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', Item: { iban: 'DE00' } });
  const error = Object.assign(new Error('not known', { cause }), { CancellationReasons: [{ Item: 'DE00' }] });
  createLog('prod').error('request', { requestId: 'req_1', status: 500, type: 'INTERNAL', readUnits: 0.5, error });
  const [line] = written.mock.calls.map(([text]) => String(text));
  written.mockRestore();

  expect(line).not.toContain('DE00');
  expect(JSON.parse(line ?? '')).toEqual({
    level: 'ERROR',
    message: 'request',
    service: 'sluice',
    stage: 'prod',
    timestamp: expect.any(String),
    sampling_rate: 0,
    requestId: 'req_1',
    status: 500,
    type: 'INTERNAL',
    readUnits: 0.5,
    error: {
      name: 'Error',
      message: 'not known',
      stack: expect.stringContaining('    at '),
      cause: { name: 'Error', message: 'refused', code: 'ECONNREFUSED', stack: expect.stringContaining('    at ') },
    },
  });
});
