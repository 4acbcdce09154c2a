import type { RoutedCorridor } from '../../shared/corridors/catalog/served-corridors.ts';
import { sandboxCorridors } from '../../shared/providers/sandbox/corridors/catalog.ts';

/** The sandbox's corridors as its organizations have them. */
export const routedCorridors: readonly RoutedCorridor[] = sandboxCorridors.map((corridor) => ({
  ...corridor,
  rail: 'sandbox',
}));
