import { faultsOf, zodFaultOptions } from '../contract/faults/faults.ts';
import { validationError } from '../ground/errors/service-error.ts';
import {
  type ConnectionKind,
  ConnectionRefused,
  type ConnectionSecrets,
  type ConnectionTrials,
  type KnownSettings,
  type TrialPlace,
} from '../ports/connections.ts';

/** @param kinds every kind of connection that the service knows */
export function connectionTrials(
  secrets: ConnectionSecrets,
  place: TrialPlace,
  kinds: readonly ConnectionKind[],
): ConnectionTrials {
  return {
    read: async (provider, settings) => readSettings(kindOf(provider, kinds), settings),
    async check({ sealed, known, ...sealedFor }) {
      const kind = kindOf(sealedFor.provider, kinds);
      const text = await secrets.open(sealed, sealedFor);
      if (text === undefined) throw new ConnectionRefused('the credentials were not sealed for this connection');
      const credentials = kind.credentials.safeParse(jsonOf(text), zodFaultOptions);
      // The text itself is a secret, so only paths are reported.
      if (!credentials.success) throw new ConnectionRefused(`the credentials are not those of ${kind.provider}`);
      return kind.check(kind.settings.parse(JSON.parse(sealedFor.settings)), credentials.data, place, known);
    },
  };
}

/** Settings as they are kept, the same text for the same settings. @throws ServiceError VALIDATION_ERROR */
export function readSettings(kind: ConnectionKind, settings: unknown): KnownSettings {
  const read = kind.settings.safeParse(settings, zodFaultOptions);
  if (!read.success) {
    throw validationError(faultsOf(read.error).map((fault) => ({ ...fault, path: `settings.${fault.path}` })));
  }
  const { port, mode } = kind;
  return { port, mode, slot: kind.slotOf(read.data), settings: JSON.stringify(read.data) };
}

/** @throws ServiceError VALIDATION_ERROR */
export function kindOf(provider: string, kinds: readonly ConnectionKind[]): ConnectionKind {
  const kind = kinds.find((one) => one.provider === provider);
  if (kind) return kind;
  const known = kinds.map((one) => one.provider).join(', ');
  throw validationError([{ path: 'provider', message: `is not one of ${known}`, code: 'invalid_value' }]);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
