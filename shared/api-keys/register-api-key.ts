import ipaddr from 'ipaddr.js';
import { type FieldFault, ServiceError, validationError } from '../errors/service-error.ts';
import { type Organization, OrganizationEntity } from '../organizations/organization.ts';
import { timestamp } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { absent, read } from '../table/expressions.ts';
import { ConditionFailed } from '../table/refusals.ts';
import { type ApiKey, ApiKeyEntity, type Scope } from './api-key.ts';
import { parseCustodyPublicKey, parsePublicKeyPem } from './public-key.ts';

export interface NewApiKey {
  readonly organizationId: string;
  readonly name: string;
  /** PEM, or a custody provider's key in hexadecimal: one of the two (specification, Authentication, Keys, row 5). */
  readonly publicKey?: string;
  readonly custodyPublicKey?: string;
  readonly scopes: readonly Scope[];
  /** Addresses or CIDR ranges. */
  readonly allowedIps?: readonly string[];
  /** Milliseconds; one year from now unless said, two years at most. */
  readonly expiresAt?: number;
  readonly issuedBy: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Specification, Limits: key lifetime. */
const defaultLifetimeMs = 365 * DAY_MS;
const longestLifetimeMs = 2 * 365 * DAY_MS;

/**
 * Registers the public half of a key pair.
 * @throws ServiceError VALIDATION_ERROR naming each faulty field
 */
export async function registerApiKey(
  { clock, ids, store }: Pick<Runtime, 'clock' | 'ids' | 'store'>,
  request: NewApiKey,
): Promise<ApiKey> {
  const now = clock();
  const { publicKey, keyFaults } = readPublicKey(request);
  const expiresAt = request.expiresAt ?? now + defaultLifetimeMs;
  const faults = [...keyFaults, ...lifetimeFaults(expiresAt, now), ...rangeFaults(request.allowedIps ?? [])];
  if (faults.length > 0) throw validationError(faults);
  const organization = await store.get(read(OrganizationEntity, { organizationId: request.organizationId }));
  if (!organization) throw new Error(`no organization ${request.organizationId}`);
  const key: ApiKey = {
    ...names(organization.mode, ids.suffix(now)),
    organizationId: request.organizationId,
    name: request.name,
    mode: organization.mode,
    scheme: request.publicKey === undefined ? 'custody' : 'pem',
    publicKey,
    scopes: [...request.scopes],
    allowedIps: (request.allowedIps ?? []).map(asRange),
    issuedBy: request.issuedBy,
    createdAt: timestamp(now),
    expiresAt,
  };
  await store.put(ApiKeyEntity, key, absent).catch((error) => {
    // The SDK repeats a write whose answer was lost: then the key found is this one.
    if (!(error instanceof ConditionFailed) || error.item?.publicKey !== publicKey) throw error;
  });
  return key;
}

/** What is wrong with the key is told together with what is wrong with the rest. */
function readPublicKey(request: NewApiKey): { publicKey: string; keyFaults: readonly FieldFault[] } {
  try {
    return { publicKey: parsePublicKey(request), keyFaults: [] };
  } catch (error) {
    if (error instanceof ServiceError && error.errors) return { publicKey: '', keyFaults: error.errors };
    throw error;
  }
}

function parsePublicKey({ publicKey, custodyPublicKey }: NewApiKey): string {
  if ((publicKey === undefined) === (custodyPublicKey === undefined)) {
    throw validationError([
      { path: 'publicKey', message: 'give either publicKey or custodyPublicKey', code: 'one_required' },
    ]);
  }
  return publicKey === undefined ? parseCustodyPublicKey(custodyPublicKey as string) : parsePublicKeyPem(publicKey);
}

/** A key has its organization's mode; its id and prefix say so. */
function names(mode: Organization['mode'], suffix: string): { id: string; prefix: string } {
  const word = mode === 'live' ? 'live' : 'test';
  return { id: `akid_${word}_${suffix}`, prefix: `svc_${word}_${suffix.slice(-8)}` };
}

function lifetimeFaults(expiresAt: number, now: number): FieldFault[] {
  if (expiresAt > now && expiresAt <= now + longestLifetimeMs) return [];
  return [{ path: 'expiresAt', message: 'is not within the next two years', code: 'out_of_range' }];
}

function rangeFaults(ranges: readonly string[]): FieldFault[] {
  return ranges.flatMap((range, index) =>
    isRange(range)
      ? []
      : [{ path: `allowedIps[${index}]`, message: 'is not an address or CIDR range', code: 'invalid_format' }],
  );
}

/** IPv4 in four decimal parts only: elsewhere `010.1` is read as one address or another. */
function isRange(range: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return (
    IPv4.isValidFourPartDecimal(range) ||
    IPv4.isValidCIDRFourPartDecimal(range) ||
    IPv6.isValid(range) ||
    IPv6.isValidCIDR(range)
  );
}

/** As CIDR; an IPv4 range mapped into IPv6 becomes the IPv4 range, as source addresses do. */
function asRange(range: string): string {
  const [network, bits] = ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range) : wholeAddress(range);
  if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= mappedBits) {
    return `${network.toIPv4Address()}/${bits - mappedBits}`;
  }
  return `${network}/${bits}`;
}

const mappedBits = 96;

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
