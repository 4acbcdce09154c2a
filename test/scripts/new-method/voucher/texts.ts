import type { PaymentMethod } from '../../../../shared/checkout/methods/payment-method.ts';

export const texts: PaymentMethod['panel']['texts'] = {
  en: { name: 'Cash', next: 'You get a code and pay at a kiosk.', button: 'Show the code' },
  de: { name: 'Bargeld', next: 'Sie erhalten einen Code und bezahlen am Kiosk.', button: 'Code anzeigen' },
  es: { name: 'Efectivo', next: 'Recibirá un código y pagará en un quiosco.', button: 'Mostrar el código' },
  fr: { name: 'Espèces', next: 'Vous recevez un code et payez dans un kiosque.', button: 'Afficher le code' },
  'pt-BR': { name: 'Dinheiro', next: 'Você recebe um código e paga em um quiosque.', button: 'Mostrar o código' },
};
