import { describe, expect, test } from 'vitest';
import { parseOptions } from '../../local/options.ts';

describe('options of the one-machine stack', () => {
  test('without arguments the stack listens on loopback, port 8787, and keeps its data in .sluice', () => {
    expect(parseOptions([])).toEqual({
      port: 8787,
      host: '127.0.0.1',
      dataDirectory: '.sluice',
      database: 'embedded',
      fresh: false,
      rateLimit: undefined,
      railsFrozen: false,
      batchesFrozen: false,
      chain: undefined,
      quiet: false,
      help: false,
    });
  });

  test('every option is taken', () => {
    const given = [
      '--port',
      '0',
      '--host',
      '::1',
      '--data',
      'x',
      '--fresh',
      '--dynamodb-local',
      '--rate-limit',
      '5000',
      '--quiet',
      '--rails-frozen',
      '--batches-frozen',
      '--chain',
      'http://localhost:8545',
    ];
    expect(parseOptions(given)).toEqual({
      port: 0,
      host: '::1',
      dataDirectory: 'x',
      database: 'dynamodb-local',
      fresh: true,
      rateLimit: 5000,
      railsFrozen: true,
      batchesFrozen: true,
      chain: 'http://localhost:8545',
      quiet: true,
      help: false,
    });
  });

  test.each([
    [['--port', '65536'], '--port takes a whole number from 0 to 65535'],
    [['--port', 'http'], '--port takes a whole number from 0 to 65535'],
    [['--port=-1'], '--port takes a whole number from 0 to 65535'],
    [['--rate-limit', '0'], '--rate-limit takes a whole number from 1'],
    [['--rate-limit', '1.5'], '--rate-limit takes a whole number from 1'],
    [['--data', ''], '--data must not be empty'],
    [['--host='], '--host must not be empty'],
    [['--chain', '127.0.0.1:8545'], '--chain takes the http address of a node on this machine'],
    [['--chain', 'https://127.0.0.1:8545'], '--chain takes the http address of a node on this machine'],
    [['--chain', 'http://node.example:8545'], '--chain takes the http address of a node on this machine'],
    [['--chain', 'http://10.0.0.1:8545'], '--chain takes the http address of a node on this machine'],
    [['--chain='], '--chain takes the http address of a node on this machine'],
    [['--verbose'], "Unknown option '--verbose'"],
    [['start'], "Unexpected argument 'start'"],
  ])('%j is refused with exit code 2', (args, message) => {
    expect(() => parseOptions(args)).toThrow(
      expect.objectContaining({ name: 'StartError', exitCode: 2, message: expect.stringContaining(message) }),
    );
  });
});
