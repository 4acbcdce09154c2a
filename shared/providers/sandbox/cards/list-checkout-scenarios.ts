import { priceOutcomes } from './prices.ts';
import { refundScenarios } from './refund-scenarios.ts';
import { paymentScenarios } from './scenarios.ts';
import { testCards } from './test-cards.ts';

const publishing: Readonly<Record<keyof typeof priceOutcomes, string>> = {
  refused: 'The acquirer refuses to set the price up.',
  unclear: 'The acquirer answers neither yes nor no; it set the price up.',
  silentOnce: 'The acquirer does not answer once; it set the price up.',
  silentForAnHour: 'The acquirer does not answer for an hour; it set the price up.',
};

/** Every outcome of the sandbox's acquirer, and the cards that its page accepts. */
export function listCheckoutScenarios() {
  return {
    data: [
      ...paymentScenarios.map(({ scenario, digits, description, timeline }) => ({
        scenario,
        digits,
        of: 'payment' as const,
        description,
        steps: timeline.map(({ afterMs, status, dispute, silent }) => ({
          afterSeconds: afterMs / 1_000,
          ...(silent ? { status: 'silent' as const } : { status }),
          ...(dispute && { dispute }),
        })),
      })),
      ...Object.entries(priceOutcomes).map(([outcome, digits]) => ({
        scenario: `publishing_${outcome.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
        digits,
        of: 'publishing' as const,
        description: publishing[outcome as keyof typeof priceOutcomes],
        steps: [],
      })),
      ...refundScenarios.map(({ scenario, digits, description, timeline = [] }) => ({
        scenario: `refund_${scenario}`,
        digits,
        of: 'refund' as const,
        description,
        steps: timeline.map(({ afterMs, status }) => ({ afterSeconds: afterMs / 1_000, status })),
      })),
    ],
    cards: testCards.map((card) => ({ ...card })),
  };
}
