import { validationError } from '../../ground/errors/service-error.ts';
import type { RecipientDetails } from '../../ports/corridor.ts';
import type { RoutedCorridor, RoutedWalletCorridor } from '../catalog/served-corridors.ts';

interface Wanted {
  readonly currency: string;
  readonly recipientDetails: RecipientDetails;
}

/**
 * The corridor that pays a wallet, by its token and chain.
 * @throws ServiceError VALIDATION_ERROR naming the available values
 */
export function walletCorridor(
  corridors: readonly RoutedCorridor[],
  { currency, recipientDetails }: Wanted,
): RoutedWalletCorridor {
  const offered = corridors.filter((corridor) => corridor.methodKind === 'crypto');
  const ofCurrency = offered.filter((corridor) => corridor.currency === currency);
  if (ofCurrency.length === 0) throw unsupported('currency', offered, (corridor) => corridor.currency);
  const onChain = ofCurrency.filter(({ wallet }) => wallet.chain === recipientDetails.chain);
  if (onChain.length === 0) throw unsupported('recipientDetails.chain', ofCurrency, ({ wallet }) => wallet.chain);
  const found = onChain.find(({ wallet }) => wallet.token === recipientDetails.token);
  if (!found) throw unsupported('recipientDetails.token', onChain, ({ wallet }) => wallet.token);
  return found;
}

function unsupported(
  field: string,
  offered: readonly RoutedWalletCorridor[],
  shown: (corridor: RoutedWalletCorridor) => string,
) {
  const values = [...new Set(offered.map(shown))].join(', ');
  const message = values ? `no corridor pays wallets this way: send ${values}` : 'no corridor pays wallets';
  return validationError(
    [{ path: `method.${field}`, message, code: 'unsupported_corridor' }],
    'Send a currency, a chain and a token that GET …/corridors lists together.',
  );
}
