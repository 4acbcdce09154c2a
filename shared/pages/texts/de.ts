import type { PageTexts } from './en.ts';

export const de: PageTexts = {
  languageName: 'Deutsch',
  testMode: 'Testbetrieb: Es fließt kein Geld.',
  language: 'Sprache',
  copy: 'Kopieren',
  copyOf: 'Kopieren: {what}',
  copied: 'Kopiert',
  example: 'Beispiel: {example}',
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFoundText: 'Vielleicht fehlt ein Teil der Adresse. Öffnen Sie den vollständigen Link noch einmal.',
  tooManyTitle: 'Zu viele Anfragen',
  tooManyText: 'Bitte warten Sie eine Minute und öffnen Sie die Seite dann noch einmal.',
  refusedTitle: 'Das hat nicht geklappt',
  faultTitle: 'Etwas ist schiefgegangen',
  requestId: 'Anfrage {id}',
};
