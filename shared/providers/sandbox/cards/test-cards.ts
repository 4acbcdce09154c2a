interface TestCard {
  readonly number: string;
  readonly brand: string;
  /** Why it is declined. Absent for a card that is charged. */
  readonly declined?: string;
}

/** The only cards that the sandbox's page accepts, so that no real number is ever typed there and stored. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa' },
  { number: '5555555555554444', brand: 'mastercard' },
  { number: '378282246310005', brand: 'amex' },
  { number: '4000000000000002', brand: 'visa', declined: 'card_declined' },
  { number: '4000000000009995', brand: 'visa', declined: 'insufficient_funds' },
  { number: '4000000000000069', brand: 'visa', declined: 'expired_card' },
  { number: '4000000000000127', brand: 'visa', declined: 'incorrect_cvc' },
  { number: '4000000000000119', brand: 'visa', declined: 'processing_error' },
];

/** The test card with a number as people type it, with spaces or hyphens. Undefined for any other number. */
export function testCardOf(typed: string): TestCard | undefined {
  const number = typed.replace(/[\s-]/g, '');
  return testCards.find((card) => card.number === number);
}

export function last4Of({ number }: Pick<TestCard, 'number'>): string {
  return number.slice(-4);
}

/** The brand of the test card that ends in these digits. */
export function brandOf(last4: string): string | undefined {
  return testCards.find((card) => last4Of(card) === last4)?.brand;
}
