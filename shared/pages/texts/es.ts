import type { PageTexts } from './en.ts';

export const es: PageTexts = {
  languageName: 'Español',
  testMode: 'Modo de prueba: no se mueve dinero.',
  language: 'Idioma',
  copy: 'Copiar',
  copyOf: 'Copiar: {what}',
  copied: 'Copiado',
  example: 'Ejemplo: {example}',
  notFoundTitle: 'Esta página no existe',
  notFoundText: 'Puede que falte una parte de la dirección. Abra de nuevo el enlace completo.',
  tooManyTitle: 'Demasiadas solicitudes',
  tooManyText: 'Espere un minuto y vuelva a abrir la página.',
  refusedTitle: 'No ha funcionado',
  faultTitle: 'Algo ha fallado',
  requestId: 'Solicitud {id}',
};
