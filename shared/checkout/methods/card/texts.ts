import type { PaymentMethod } from '../payment-method.ts';

/** Texts that a link's page shows for cards. */
export const texts: PaymentMethod['panel']['texts'] = {
  en: {
    name: 'Card',
    next: 'You enter your card details on the next page.',
    button: 'Pay {amount} by card',
  },
  de: {
    name: 'Karte',
    next: 'Ihre Karte geben Sie auf der nächsten Seite ein.',
    button: '{amount} mit Karte zahlen',
  },
  es: {
    name: 'Tarjeta',
    next: 'Introducirá su tarjeta en la página siguiente.',
    button: 'Pagar {amount} con tarjeta',
  },
  fr: {
    name: 'Carte',
    next: 'Vous saisirez votre carte à la page suivante.',
    button: 'Payer {amount} par carte',
  },
  'pt-BR': {
    name: 'Cartão',
    next: 'Você informa o cartão na próxima página.',
    button: 'Pagar {amount} com cartão',
  },
};
