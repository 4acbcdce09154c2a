import type { PaymentMethod } from '../payment-method.ts';

/** Texts that a link's page shows for bank transfers. */
export const texts: PaymentMethod['panel']['texts'] = {
  en: {
    name: 'Bank transfer',
    next: 'You get an account number and a reference, and make the transfer at your bank.',
    button: 'Show account and reference',
  },
  de: {
    name: 'Überweisung',
    next: 'Sie erhalten ein Konto und einen Verwendungszweck und überweisen bei Ihrer Bank.',
    button: 'Konto und Verwendungszweck anzeigen',
  },
  es: {
    name: 'Transferencia',
    next: 'Recibirá una cuenta y una referencia, y hará la transferencia en su banco.',
    button: 'Mostrar cuenta y referencia',
  },
  fr: {
    name: 'Virement',
    next: 'Vous recevez un compte et une référence, et faites le virement auprès de votre banque.',
    button: 'Afficher le compte et la référence',
  },
  'pt-BR': {
    name: 'Transferência',
    next: 'Você recebe uma conta e uma referência e faz a transferência no seu banco.',
    button: 'Mostrar conta e referência',
  },
};
