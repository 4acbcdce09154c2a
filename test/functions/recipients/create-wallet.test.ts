import { beforeEach, describe, expect, test } from 'vitest';
import { expectError, faultsOf, storedItems } from '../../support/answers.ts';
import { addRecipient, bodyOf, recipientBody } from '../../support/journey.ts';
import { addressOf, ana, WalletScene, walletBody } from '../../support/wallets/wallet-scene.ts';

let scene: WalletScene;

beforeEach(async () => {
  scene = await WalletScene.start();
});

const inDetails = (name: string, code: string) => [`method.recipientDetails.${name}: ${code}`];

describe('registering a wallet', () => {
  test('answers it masked, without a country, and says what its owner should know', async () => {
    const created = await scene.registered();
    expect(created).toEqual({
      recipientId: expect.stringMatching(/^rcp_/),
      type: 'individual',
      name: 'Ana Souza',
      status: 'active',
      methods: [
        {
          destinationAccountId: expect.stringMatching(/^acct_/),
          kind: 'crypto',
          currency: 'USD',
          recipientDetails: { token: 'USDC', chain: 'base', address: `••••${ana.slice(-4)}` },
          notice: expect.stringContaining('Some exchanges do not credit'),
        },
      ],
      createdAt: expect.any(String),
    });
    const path = `/recipients/${scene.of.organizationId}`;
    expect(bodyOf(await scene.service.get(`${path}/${created.recipientId}`, scene.of))).toEqual(created);
    expect(bodyOf(await scene.service.get(path, scene.of)).data).toEqual([created]);
  });

  test('stores the address with its checksum, and a country where one was sent', async () => {
    await scene.registered(walletBody(ana, {}, { country: 'BR' }));
    const [stored] = await storedItems(scene.service, 'recipient');
    expect(stored).toMatchObject({ country: 'BR', methods: [{ kind: 'crypto', recipientDetails: { address: ana } }] });
  });

  test('again finds it: an account is a chain, a token and an address', async () => {
    const created = await scene.registered(walletBody(ana, {}, { externalId: 'ana' }));
    expect(await scene.registered(walletBody(ana, {}, { externalId: 'ana' }))).toEqual(created);
    expectError(await scene.register(walletBody(ana, {}, { externalId: 'bea' })), 'BANK_ACCOUNT_ALREADY_LINKED', {
      existingRecipientId: created.recipientId,
    });
  });

  test('on another chain, or for another token, is another account', async () => {
    await scene.provision(scene.of, 'base', 'ethereum');
    const ids = [
      await scene.registered(),
      await scene.registered(walletBody(ana, { chain: 'ethereum' })),
      await scene.registered(walletBody(ana, { chain: 'ethereum', token: 'USDT' })),
    ].map(({ recipientId }) => recipientId);
    expect(new Set(ids).size).toBe(3);
  });

  test('without a letter in its address needs no capitals', async () => {
    const digits = '0x1234567890123456789012345678901234567890';
    expect((await scene.registered(walletBody(digits))).methods[0].recipientDetails.address).toBe('••••7890');
  });

  test('under the external id of a bank account, or with another country, is a conflict that names what differs', async () => {
    await addRecipient(scene.service, scene.of, { externalId: 'bank' });
    const bank = await scene.register(walletBody(ana, {}, { externalId: 'bank' }));
    expectError(bank, 'BENEFICIARY_EXTERNAL_ID_CONFLICT');
    expect(bank.body.detail).toContain('method.kind');
    await scene.registered(walletBody(ana, {}, { externalId: 'wallet' }));
    const elsewhere = await scene.register(walletBody(ana, {}, { externalId: 'wallet', country: 'BR' }));
    expectError(elsewhere, 'BENEFICIARY_EXTERNAL_ID_CONFLICT');
    expect(elsewhere.body.detail).toContain('country');
  });

  test('that was retired is another recipient', async () => {
    const { recipientId } = await scene.registered();
    bodyOf(await scene.retire(recipientId));
    expect((await scene.registered()).recipientId).not.toBe(recipientId);
  });

  test('needs no country, which a bank account does', async () => {
    const { country: _, ...body } = recipientBody();
    expect(faultsOf(await scene.register(body))).toEqual(['country: custom']);
    const { name: _name, ...nameless } = body;
    expect(faultsOf(await scene.register(nameless))).toEqual(['name: required', 'country: custom']);
    expect(faultsOf(await scene.register({}))).toContain('country: custom');
  });
});

describe('an address is refused', () => {
  const digits = ana.slice(2);
  const unused = '0x52908400098527886E0F7030069857D2E4169EE7';
  test.each([
    ['in lower case', ana.toLowerCase(), 'invalid_checksum'],
    ['in upper case', `0x${digits.toUpperCase()}`, 'invalid_checksum'],
    ['with one letter in the other case', unused.replace('E0F', 'e0F'), 'invalid_checksum'],
    ['with a wrong digit', unused.replace('5290', '5291'), 'invalid_checksum'],
    ['with its last digit counted up, as spreadsheets do', `${unused.slice(0, -1)}8`, 'invalid_checksum'],
    ['with 39 digits', ana.slice(0, -1), 'invalid_format'],
    ['with 41 digits', `${ana}0`, 'invalid_format'],
    ['with 0X', `0X${digits}`, 'invalid_format'],
    ['without 0x', digits, 'invalid_format'],
    ['with a space behind it', `${ana} `, 'invalid_format'],
    ['with a space before it', ` ${ana}`, 'invalid_format'],
    ['with a line break behind it', `${ana}\n`, 'invalid_format'],
    ['with a space within', `${ana.slice(0, 20)} ${ana.slice(20)}`, 'invalid_format'],
    ['with an invisible character', `${ana.slice(0, 20)}\u200b${ana.slice(20)}`, 'invalid_format'],
    ['with a Cyrillic letter', ana.replace(/a/i, '\u0430'), 'invalid_format'],
    ['with full-width digits', ana.replace('7', '\uff17'), 'invalid_format'],
    ['as ICAP', 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', 'invalid_format'],
    ['as a name', 'vitalik.eth', 'invalid_format'],
    ['with its chain', `base:${ana}`, 'invalid_format'],
    ['as a payment request', `ethereum:${ana}@8453`, 'invalid_format'],
    ['of another network', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'invalid_format'],
    ['that is empty', '', 'required'],
    ['that is zero', `0x${'0'.repeat(40)}`, 'zero_address'],
    ['of the token', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'token_contract'],
    ['of a token on another chain', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'token_contract'],
    ['of a token that only stands in', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 'token_contract'],
  ])('%s', async (_, address, code) => {
    const answer = await scene.register(walletBody(address));
    expect(faultsOf(answer)).toEqual(inDetails('address', code));
    if (address.length > 20) expect(answer.text).not.toContain(address.slice(4, 20));
    expect(await storedItems(scene.service, 'recipient')).toEqual([]);
  });

  test.each([
    ['own', 'own_address'],
    ['elsewhere', 'elsewhere_address'],
  ] as const)('that is found to be "%s"', async (fault, code) => {
    scene.faults.set(ana, fault);
    expect(faultsOf(await scene.register())).toEqual(inDetails('address', code));
    expect(await storedItems(scene.service, 'recipient')).toEqual([]);
  });

  test('for now, where the chains are silent, and registered once they answer', async () => {
    scene.faults.set(ana, new Error(`nodes disagree on the code of ${ana.toLowerCase()}`));
    const idempotencyKey = 'the-same-key';
    const path = `/recipients/${scene.of.organizationId}`;
    const ask = () => scene.service.post(path, scene.of, walletBody(), { idempotencyKey });
    expectError(await ask(), 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE');
    expect(await storedItems(scene.service, 'recipient')).toEqual([]);
    expect(JSON.stringify(scene.log.lines)).toContain('nodes disagree');
    expect(JSON.stringify(scene.log.lines).toLowerCase()).not.toContain(ana.toLowerCase());
    scene.faults.clear();
    bodyOf(await ask(), 201);
  });

  test('where the stage cannot ask any chain', async () => {
    const without = await WalletScene.start({ wallets: undefined });
    expectError(await without.register(), 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE');
  });
});

describe('what is no wallet that a corridor pays', () => {
  test.each([
    ['a chain that nobody knows', { chain: 'solana' }, inDetails('chain', 'unsupported_corridor')],
    ['no chain', { chain: undefined }, inDetails('chain', 'unsupported_corridor')],
    ['a chain in capitals', { chain: 'Base' }, inDetails('chain', 'unsupported_corridor')],
    ['a token that its issuer has not put there', { token: 'USDT' }, inDetails('token', 'unsupported_corridor')],
    ['no token', { token: undefined }, inDetails('token', 'unsupported_corridor')],
    ['a field of inherited name', { constructor: 'x' }, inDetails('constructor', 'unrecognized_key')],
    ['a memo', { memo: '12345' }, inDetails('memo', 'unrecognized_key')],
  ])('%s', async (_, details, faults) => {
    expect(faultsOf(await scene.register(walletBody(ana, details)))).toEqual(faults);
  });

  test('another currency', async () => {
    const { method, ...body } = walletBody();
    const answer = await scene.register({ ...body, method: { ...method, currency: 'EUR' } });
    expect(faultsOf(answer)).toEqual(['method.currency: unsupported_corridor']);
    expect(answer.body.errors[0].message).toContain('USD');
  });

  test('an organization that settles in another currency', async () => {
    const of = await scene.service.organization('live', 'EUR');
    await scene.provision(of, 'base');
    expect(faultsOf(await scene.register(walletBody(), of, of))).toEqual(['method.currency: unsupported_corridor']);
  });
});

describe('a wallet that looks like another one', () => {
  const other = addressOf('ab12cd34', '8');
  const advised = { resolution: expect.stringContaining('method.confirmAddress') };

  test('is a conflict, unless the request repeats the whole address', async () => {
    await scene.registered();
    expectError(await scene.register(walletBody(other)), 'CONFLICT', advised);
    const { method, ...body } = walletBody(other);
    const repeated = { ...body, method: { ...method, confirmAddress: other } };
    bodyOf(await scene.register(repeated), 201);
    expect(await storedItems(scene.service, 'recipient')).toHaveLength(2);
  });

  test('is one in whatever capitals its digits are', async () => {
    const first = addressOf('abcdefab', '1');
    const second = addressOf('abcdefab', '2');
    await scene.registered(walletBody(first));
    expectError(await scene.register(walletBody(second)), 'CONFLICT', advised);
  });

  test('is one on another chain as well, and the same address is none', async () => {
    await scene.provision(scene.of, 'base', 'polygon');
    await scene.registered();
    expectError(await scene.register(walletBody(other, { chain: 'polygon' })), 'CONFLICT', advised);
    await scene.registered(walletBody(ana, { chain: 'polygon' }));
  });

  test('is one when the other was retired, or is blocked', async () => {
    const { recipientId } = await scene.registered();
    bodyOf(await scene.retire(recipientId));
    expectError(await scene.register(walletBody(other)), 'CONFLICT', advised);
    const listed = addressOf('11112222');
    scene.listAddress(listed);
    expectError(await scene.register(walletBody(listed)), 'PAYOUT_REFUSED');
    expectError(await scene.register(walletBody(addressOf('11112222', '3'))), 'CONFLICT', advised);
  });

  test('is none in another organization', async () => {
    await scene.registered();
    const of = await scene.organization();
    bodyOf(await scene.register(walletBody(other), of, of), 201);
  });

  test('differs in one of the eight digits and is none', async () => {
    await scene.registered();
    await scene.registered(walletBody(addressOf('ab12cd35', '8')));
    await scene.registered(walletBody(addressOf('bb12cd34', '8')));
  });

  test('is one of two that are registered at once: one passes', async () => {
    const answers = await Promise.all([scene.register(), scene.register(walletBody(other))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await storedItems(scene.service, 'recipient')).toHaveLength(1);
    expect(await storedItems(scene.service, 'walletDigits')).toHaveLength(1);
  });

  test.each([
    ['another address', { confirmAddress: other }, ['method.confirmAddress: invalid_value']],
    ['it without its checksum', { confirmAddress: ana.toLowerCase() }, ['method.confirmAddress: invalid_value']],
    ['its last digits', { confirmAddress: ana.slice(-4) }, ['method.confirmAddress: invalid_value']],
  ])('is not confirmed by %s', async (_, more, faults) => {
    const { method, ...body } = walletBody();
    expect(faultsOf(await scene.register({ ...body, method: { ...method, ...more } }))).toEqual(faults);
  });

  test('is asked for first: an address that looks like no other is not repeated', async () => {
    const { method, ...body } = walletBody();
    const repeated = { ...body, method: { ...method, confirmAddress: ana } };
    expect(faultsOf(await scene.register(repeated))).toEqual(['method.confirmAddress: invalid_value']);
    await scene.registered();
    await scene.provision(scene.of, 'base', 'polygon');
    const again = { ...repeated, method: { ...repeated.method, ...walletBody(ana, { chain: 'polygon' }).method } };
    expect(faultsOf(await scene.register(again))).toEqual(['method.confirmAddress: invalid_value']);
  });

  test('is nothing that a bank account could be', async () => {
    const { method, ...body } = recipientBody();
    const answer = await scene.register({ ...body, method: { ...method, confirmAddress: ana } });
    expect(faultsOf(answer)).toEqual(['method.confirmAddress: unrecognized_key']);
  });
});

describe('the address of a wallet is screened', () => {
  test('beside the name, and a hit stays a recipient that is refused', async () => {
    scene.listAddress(ana.toLowerCase());
    expectError(await scene.register(), 'PAYOUT_REFUSED');
    const [stored] = await storedItems(scene.service, 'recipient');
    expect(stored).toMatchObject({ status: 'blocked' });
    expectError(await scene.register(walletBody(ana, {}, { name: 'Bea Lima' })), 'BANK_ACCOUNT_ALREADY_LINKED');
    expect(JSON.stringify(scene.log.lines).toLowerCase()).not.toContain(ana.toLowerCase());
  });

  test('and so is the name', async () => {
    expectError(await scene.register(walletBody(ana, {}, { name: 'Nicolas Maduro Moros' })), 'PAYOUT_REFUSED');
  });

  test('before anything is saved while the list cannot be read', async () => {
    scene.list.current = new Error('the list is gone');
    expectError(await scene.register(), 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE');
    expect(await storedItems(scene.service, 'recipient')).toEqual([]);
    expect(await storedItems(scene.service, 'walletDigits')).toEqual([]);
  });
});
