import type { PageTexts } from './en.ts';

export const ptBr: PageTexts = {
  languageName: 'Português (Brasil)',
  testMode: 'Modo de teste: nenhum dinheiro é movimentado.',
  language: 'Idioma',
  copy: 'Copiar',
  copyOf: 'Copiar: {what}',
  copied: 'Copiado',
  example: 'Exemplo: {example}',
  notFoundTitle: 'Esta página não existe',
  notFoundText: 'Talvez falte uma parte do endereço. Abra de novo o link completo.',
  tooManyTitle: 'Solicitações demais',
  tooManyText: 'Aguarde um minuto e abra a página de novo.',
  refusedTitle: 'Não funcionou',
  faultTitle: 'Algo deu errado',
  requestId: 'Solicitação {id}',
};
