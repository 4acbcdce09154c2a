import type { PageTexts } from './en.ts';

export const fr: PageTexts = {
  languageName: 'Français',
  testMode: 'Mode test : aucun argent ne circule.',
  language: 'Langue',
  copy: 'Copier',
  copyOf: 'Copier : {what}',
  copied: 'Copié',
  example: 'Exemple : {example}',
  notFoundTitle: 'Cette page n’existe pas',
  notFoundText: 'L’adresse est peut-être incomplète. Ouvrez de nouveau le lien entier.',
  tooManyTitle: 'Trop de requêtes',
  tooManyText: 'Veuillez patienter une minute, puis ouvrir de nouveau la page.',
  refusedTitle: 'Cela n’a pas fonctionné',
  faultTitle: 'Une erreur s’est produite',
  requestId: 'Requête {id}',
};
