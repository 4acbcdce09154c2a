/** The files of a new provider with a payout rail, by path. @param name as `new-provider` takes it */
export function skeletonOf(name: string): Readonly<Record<string, string>> {
  const folder = `shared/providers/${name}`;
  return {
    [`${folder}/provider.ts`]: provider(name),
    [`${folder}/catalog.ts`]: catalog(name),
    [`${folder}/api.ts`]: api(name),
    [`${folder}/rail.ts`]: rail(name),
    [`${folder}/ports/corridors.ts`]: port(name, 'corridors', `() => ({ payouts: ${name}Catalog })`),
    [`${folder}/ports/prices.ts`]: port(
      name,
      'prices',
      `() => ({ payouts: { ...${name}Catalog, price: ${name}Price } })`,
    ),
    [`${folder}/ports/payouts.ts`]: sending(
      name,
      'payouts',
      "'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'",
    ),
    [`${folder}/ports/sent-payouts.ts`]: sending(name, 'sentPayouts', "'dynamodb:Query'"),
    [`${folder}/ports/registration.ts`]: registering('registration'),
    [`${folder}/ports/screening.ts`]: registering('screening'),
    [`test/provider-contract/${name}.test.ts`]: contract(name),
  };
}

const ports = ['corridors', 'payouts', 'prices', 'registration', 'screening', 'sentPayouts'];

function kebab(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function provider(name: string): string {
  return `import type { Provider } from '../../ports/wiring/provider.ts';
import { ${name}Corridors } from './catalog.ts';
${ports
  .map((port) => `import { ${port} } from './ports/${kebab(port)}.ts';`)
  .sort()
  .join('\n')}

/** TODO: which bank it is, and what it pays. */
export const ${name}: Provider = {
  name: '${name}',
  mode: 'live',
  corridors: ${name}Corridors,
  ports: { ${ports.join(', ')} },
};
`;
}

function catalog(name: string): string {
  return `import { ibanField } from '../../corridors/catalog/fields/iban.ts';
import type { Corridor } from '../../ports/corridor.ts';
import type { Price } from '../../ports/payout-rail.ts';
import type { ProviderPorts } from '../../ports/runtime.ts';

/** TODO: the corridors of the bank. Say why at each limit. */
export const ${name}Corridors: readonly Corridor[] = [
  {
    corridorId: 'eur_de_iban',
    country: 'DE',
    sourceCurrency: 'EUR',
    currency: 'EUR',
    methodKind: 'fiat',
    minimum: 1_00n,
    maximum: 10_000_00n,
    fee: 20n,
    capabilities: { exactOutput: true, indicativePricing: true },
    recipientFields: [ibanField('DE89370400440532013000')],
    accountField: 'iban',
  },
];

/** The static description of the rail. */
export const ${name}Catalog: ProviderPorts['corridors']['payouts'] = {
  corridors: () => ${name}Corridors,
  // TODO: the purposes that the bank's country asks for.
  paymentReasons: () => [{ id: 'other', label: 'Other' }],
};

/** TODO: the bank's price. @throws RailRefusal, RailUnavailable */
export async function ${name}Price({ fee }: Corridor): Promise<Price> {
  return { rate: '1', fee };
}
`;
}

function api(name: string): string {
  return `import { RailUnavailable } from '../../ports/payout-rail.ts';
import type { LambdaPlace } from '../../ports/wiring/capability.ts';
import type { Bank } from '../records/recorded-rail.ts';

/** The requests to the bank. Each call ends within five seconds, or throws. */
export type ${type(name)}Api = Pick<Bank, 'send' | 'find'>;

/**
 * TODO: calls the bank. \`send\` gives the instruction's key to the bank as its idempotency key. \`find\` lists, because a search may lag behind, and
 * says from when to when the list is complete.
 */
export function ${name}Api(_place: LambdaPlace): ${type(name)}Api {
  const unwritten = async (): Promise<never> => {
    throw new RailUnavailable('the calls to ${name} are not written yet');
  };
  return { send: unwritten, find: unwritten };
}
`;
}

function rail(name: string): string {
  return `import type { Store } from '../../ground/table/store.ts';
import type { PayoutRail } from '../../ports/payout-rail.ts';
import { recordedRail } from '../records/recorded-rail.ts';
import type { ${type(name)}Api } from './api.ts';
import { ${name}Catalog, ${name}Price } from './catalog.ts';

/**
 * TODO: how long the bank remembers a key, and where it documents this. Use less than it promises, because clocks
 * differ. Milliseconds.
 */
const rememberKeysForMs = 12 * 60 * 60 * 1000;

/** @param memory the second table */
export function ${name}Rail(api: ${type(name)}Api, memory: Store): PayoutRail {
  const bank = { ...${name}Catalog, ...api, price: ${name}Price, rememberKeysForMs };
  return recordedRail('${name}', bank, memory);
}
`;
}

function port(name: string, capability: string, open: string): string {
  const used = [`${name}Catalog`, `${name}Price`].filter((one) => open.includes(one));
  const imported = used.length > 0 ? `\nimport { ${used.join(', ')} } from '../catalog.ts';` : '';
  return `import type { ProviderPort } from '../../../ports/wiring/provider.ts';${imported}

export const ${capability}: ProviderPort<'${capability}'> = {
  open: ${open},
};
`;
}

function sending(name: string, capability: string, actions: string): string {
  return `import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds, secondTable } from '../../records/second-table.ts';
import { ${name}Api } from '../api.ts';
import { ${name}Rail } from '../rail.ts';

export const ${capability}: ProviderPort<'${capability}'> = {
  ...memoryNeeds(${actions}),
  open: (place) => ({ payouts: ${name}Rail(${name}Api(place), secondTable(place).store) }),
};
`;
}

function registering(capability: string): string {
  return `import type { ProviderPort } from '../../../ports/wiring/provider.ts';

/** TODO: what the bank has to know of an account before it is paid. */
export const ${capability}: ProviderPort<'${capability}'> = {
  open: () => ({ registration: { register: async () => 'registered' } }),
};
`;
}

function contract(name: string): string {
  return `import { ${name}Rail } from '../../shared/providers/${name}/rail.ts';
import { InventedBank } from './invented/bank.ts';
import { holdsAsRail } from './rail.ts';

holdsAsRail('${name}', (memory, clock) => {
  // TODO: a stand-in that answers as the bank documents it, and ${name}Api in front of it.
  const bank = new InventedBank(clock);
  const api = { send: bank.send.bind(bank), find: bank.find.bind(bank) };
  return {
    open: () => ${name}Rail(api, memory),
    paymentsOf: async (key) => bank.payments.get(key) ?? 0,
    silence: (when) => {
      bank.silence = when;
    },
    stopListing: (atMs) => {
      bank.listsUntil = atMs;
    },
  };
});
`;
}

function type(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
