import type { PaymentMethod } from '../payment-method.ts';

/** Texts that a link's page shows for crypto. */
export const texts: PaymentMethod['panel']['texts'] = {
  en: {
    name: 'Crypto',
    next: 'You get an address and an exact amount of {token} to send on {chain}.',
    button: 'Show address and amount',
  },
  de: {
    name: 'Krypto',
    next: 'Sie erhalten eine Adresse und einen genauen Betrag in {token}, den Sie über {chain} senden.',
    button: 'Adresse und Betrag anzeigen',
  },
  es: {
    name: 'Cripto',
    next: 'Recibirá una dirección y un importe exacto de {token} para enviar por {chain}.',
    button: 'Mostrar dirección e importe',
  },
  fr: {
    name: 'Crypto',
    next: 'Vous recevez une adresse et un montant exact en {token} à envoyer sur {chain}.',
    button: 'Afficher l’adresse et le montant',
  },
  'pt-BR': {
    name: 'Cripto',
    next: 'Você recebe um endereço e um valor exato em {token} para enviar por {chain}.',
    button: 'Mostrar endereço e valor',
  },
};
