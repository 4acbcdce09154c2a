import { withPageTexts } from '../../pages/texts.ts';
import { de } from './texts/de.ts';
import { type ClaimText, en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { ptBr } from './texts/pt-br.ts';

/** Every text of a payout link's page, in each language. */
export const textsOf = withPageTexts<ClaimText>({ en, de, es, fr, 'pt-BR': ptBr });
