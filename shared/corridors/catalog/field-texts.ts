import type { Language } from '../../pages/language.ts';
import type { BankCorridor, RecipientField } from '../../ports/corridor.ts';

/** What a payee reads about one field of an account. */
export interface FieldText {
  readonly label: string;
  /** Shown next to the field when a value has another form. It is understandable without the label. */
  readonly form: string;
}

type TextIn = Readonly<Record<Language, FieldText>>;

/**
 * The texts of the fields that corridors ask for, by field name, with the country in front if the name means something
 * else in another country. Terms that the payee's bank writes in only one way, such as IBAN or IFSC, are not
 * translated.
 */
export const fieldTexts: Readonly<Record<string, TextIn>> = {
  iban: {
    en: { label: 'IBAN', form: 'An IBAN has two letters, two digits and at least 11 more digits or letters.' },
    de: {
      label: 'IBAN',
      form: 'Eine IBAN hat zwei Buchstaben, zwei Ziffern und mindestens 11 weitere Ziffern oder Buchstaben.',
    },
    es: { label: 'IBAN', form: 'Un IBAN tiene dos letras, dos dígitos y al menos otros 11 dígitos o letras.' },
    fr: {
      label: 'IBAN',
      form: 'Un IBAN comporte deux lettres, deux chiffres et au moins 11 autres chiffres ou lettres.',
    },
    'pt-BR': { label: 'IBAN', form: 'Um IBAN tem duas letras, dois dígitos e pelo menos outros 11 dígitos ou letras.' },
  },
  sortCode: {
    en: { label: 'Sort code', form: 'A sort code has six digits.' },
    de: { label: 'Sort Code', form: 'Ein Sort Code hat sechs Ziffern.' },
    es: { label: 'Código de clasificación (sort code)', form: 'Un sort code tiene seis dígitos.' },
    fr: { label: 'Code guichet (sort code)', form: 'Un sort code comporte six chiffres.' },
    'pt-BR': { label: 'Código da agência (sort code)', form: 'Um sort code tem seis dígitos.' },
  },
  'GB.accountNumber': {
    en: {
      label: 'Account number',
      form: 'An account number has eight digits. If yours is shorter, put zeros before it.',
    },
    de: { label: 'Kontonummer', form: 'Eine Kontonummer hat acht Ziffern. Ist Ihre kürzer, setzen Sie Nullen davor.' },
    es: {
      label: 'Número de cuenta',
      form: 'Un número de cuenta tiene ocho dígitos. Si el suyo es más corto, anteponga ceros.',
    },
    fr: {
      label: 'Numéro de compte',
      form: 'Un numéro de compte comporte huit chiffres. Si le vôtre est plus court, ajoutez des zéros devant.',
    },
    'pt-BR': {
      label: 'Número da conta',
      form: 'Um número de conta tem oito dígitos. Se o seu for mais curto, coloque zeros à esquerda.',
    },
  },
  routingNumber: {
    en: {
      label: 'Routing number (ABA)',
      form: 'A routing number has nine digits. It is printed at the lower left of a check.',
    },
    de: {
      label: 'Routing Number (ABA)',
      form: 'Eine Routing Number hat neun Ziffern. Sie steht unten links auf einem Scheck.',
    },
    es: {
      label: 'Número de ruta (ABA)',
      form: 'Un número de ruta tiene nueve dígitos. Figura abajo a la izquierda en los cheques.',
    },
    fr: {
      label: 'Numéro d’acheminement (ABA)',
      form: 'Un numéro d’acheminement comporte neuf chiffres. Il figure en bas à gauche des chèques.',
    },
    'pt-BR': {
      label: 'Número de roteamento (ABA)',
      form: 'Um número de roteamento tem nove dígitos. Ele fica no canto inferior esquerdo dos cheques.',
    },
  },
  'US.accountNumber': {
    en: { label: 'Account number', form: 'An account number has 4 to 17 digits.' },
    de: { label: 'Kontonummer', form: 'Eine Kontonummer hat 4 bis 17 Ziffern.' },
    es: { label: 'Número de cuenta', form: 'Un número de cuenta tiene de 4 a 17 dígitos.' },
    fr: { label: 'Numéro de compte', form: 'Un numéro de compte comporte de 4 à 17 chiffres.' },
    'pt-BR': { label: 'Número da conta', form: 'Um número de conta tem de 4 a 17 dígitos.' },
  },
  accountType: {
    en: { label: 'Kind of account', form: 'Please choose the kind of account.' },
    de: { label: 'Art des Kontos', form: 'Bitte wählen Sie die Art des Kontos.' },
    es: { label: 'Tipo de cuenta', form: 'Elija el tipo de cuenta.' },
    fr: { label: 'Type de compte', form: 'Veuillez choisir le type de compte.' },
    'pt-BR': { label: 'Tipo de conta', form: 'Escolha o tipo de conta.' },
  },
  ifsc: {
    en: { label: 'IFSC', form: 'An IFSC has four letters, a zero and six more letters or digits.' },
    de: { label: 'IFSC', form: 'Ein IFSC hat vier Buchstaben, eine Null und sechs weitere Buchstaben oder Ziffern.' },
    es: { label: 'IFSC', form: 'Un IFSC tiene cuatro letras, un cero y otras seis letras o dígitos.' },
    fr: { label: 'IFSC', form: 'Un IFSC comporte quatre lettres, un zéro et six autres lettres ou chiffres.' },
    'pt-BR': { label: 'IFSC', form: 'Um IFSC tem quatro letras, um zero e outras seis letras ou dígitos.' },
  },
  'IN.accountNumber': {
    en: { label: 'Account number', form: 'An account number has 9 to 18 digits.' },
    de: { label: 'Kontonummer', form: 'Eine Kontonummer hat 9 bis 18 Ziffern.' },
    es: { label: 'Número de cuenta', form: 'Un número de cuenta tiene de 9 a 18 dígitos.' },
    fr: { label: 'Numéro de compte', form: 'Un numéro de compte comporte de 9 à 18 chiffres.' },
    'pt-BR': { label: 'Número da conta', form: 'Um número de conta tem de 9 a 18 dígitos.' },
  },
  pixKey: {
    en: {
      label: 'Pix key',
      form: 'A Pix key is a CPF, a CNPJ, an e-mail address, a phone number with area code or a random key.',
    },
    de: {
      label: 'Pix-Schlüssel',
      form: 'Ein Pix-Schlüssel ist eine CPF, eine CNPJ, eine E-Mail-Adresse, eine Telefonnummer mit Vorwahl oder ein Zufallsschlüssel.',
    },
    es: {
      label: 'Clave Pix',
      form: 'Una clave Pix es un CPF, un CNPJ, un correo electrónico, un teléfono con código de área o una clave aleatoria.',
    },
    fr: {
      label: 'Clé Pix',
      form: 'Une clé Pix est un CPF, un CNPJ, une adresse e-mail, un numéro de téléphone avec indicatif régional ou une clé aléatoire.',
    },
    'pt-BR': {
      label: 'Chave Pix',
      form: 'Uma chave Pix é um CPF, um CNPJ, um e-mail, um telefone com DDD ou uma chave aleatória.',
    },
  },
  pixKeyType: {
    en: { label: 'Kind of Pix key', form: 'Please choose the kind of key.' },
    de: { label: 'Art des Pix-Schlüssels', form: 'Bitte wählen Sie die Art des Schlüssels.' },
    es: { label: 'Tipo de clave Pix', form: 'Elija el tipo de clave.' },
    fr: { label: 'Type de clé Pix', form: 'Veuillez choisir le type de clé.' },
    'pt-BR': { label: 'Tipo de chave Pix', form: 'Escolha o tipo de chave.' },
  },
  'PH.bankCode': {
    en: {
      label: 'Bank code (BIC or SWIFT)',
      form: 'The BIC of a bank in the Philippines has 8 or 11 characters, with PH in the fifth and sixth place.',
    },
    de: {
      label: 'Bankcode (BIC oder SWIFT)',
      form: 'Der BIC einer philippinischen Bank hat 8 oder 11 Zeichen, mit PH an der fünften und sechsten Stelle.',
    },
    es: {
      label: 'Código del banco (BIC o SWIFT)',
      form: 'El BIC de un banco filipino tiene 8 u 11 caracteres, con PH en el quinto y sexto lugar.',
    },
    fr: {
      label: 'Code de la banque (BIC ou SWIFT)',
      form: 'Le BIC d’une banque philippine comporte 8 ou 11 caractères, avec PH en cinquième et sixième position.',
    },
    'pt-BR': {
      label: 'Código do banco (BIC ou SWIFT)',
      form: 'O BIC de um banco filipino tem 8 ou 11 caracteres, com PH na quinta e na sexta posição.',
    },
  },
  'PH.accountNumber': {
    en: { label: 'Account number', form: 'An account number has 6 to 16 digits.' },
    de: { label: 'Kontonummer', form: 'Eine Kontonummer hat 6 bis 16 Ziffern.' },
    es: { label: 'Número de cuenta', form: 'Un número de cuenta tiene de 6 a 16 dígitos.' },
    fr: { label: 'Numéro de compte', form: 'Un numéro de compte comporte de 6 à 16 chiffres.' },
    'pt-BR': { label: 'Número da conta', form: 'Um número de conta tem de 6 a 16 dígitos.' },
  },
  'NG.bankCode': {
    en: { label: 'Bank code', form: 'A bank code has three digits, that of another institution five or six.' },
    de: {
      label: 'Bankcode',
      form: 'Der Code einer Bank hat drei Ziffern, der eines anderen Instituts fünf oder sechs.',
    },
    es: {
      label: 'Código del banco',
      form: 'El código de un banco tiene tres dígitos; el de otra institución, cinco o seis.',
    },
    fr: {
      label: 'Code de la banque',
      form: 'Le code d’une banque comporte trois chiffres, celui d’un autre établissement cinq ou six.',
    },
    'pt-BR': {
      label: 'Código do banco',
      form: 'O código de um banco tem três dígitos; o de outra instituição, cinco ou seis.',
    },
  },
  'NG.accountNumber': {
    en: { label: 'Account number (NUBAN)', form: 'An account number has ten digits.' },
    de: { label: 'Kontonummer (NUBAN)', form: 'Eine Kontonummer hat zehn Ziffern.' },
    es: { label: 'Número de cuenta (NUBAN)', form: 'Un número de cuenta tiene diez dígitos.' },
    fr: { label: 'Numéro de compte (NUBAN)', form: 'Un numéro de compte comporte dix chiffres.' },
    'pt-BR': { label: 'Número da conta (NUBAN)', form: 'Um número de conta tem dez dígitos.' },
  },
  clabe: {
    en: { label: 'CLABE', form: 'A CLABE has 18 digits.' },
    de: { label: 'CLABE', form: 'Eine CLABE hat 18 Ziffern.' },
    es: { label: 'CLABE', form: 'Una CLABE tiene 18 dígitos.' },
    fr: { label: 'CLABE', form: 'Une CLABE comporte 18 chiffres.' },
    'pt-BR': { label: 'CLABE', form: 'Uma CLABE tem 18 dígitos.' },
  },
};

/** Texts of values that payees choose from a list, by field name. */
export const choiceTexts: Readonly<Record<string, Readonly<Record<string, Readonly<Record<Language, string>>>>>> = {
  accountType: {
    checking: {
      en: 'Checking',
      de: 'Girokonto (checking)',
      es: 'Corriente (checking)',
      fr: 'Compte courant (checking)',
      'pt-BR': 'Conta-corrente (checking)',
    },
    savings: {
      en: 'Savings',
      de: 'Sparkonto (savings)',
      es: 'Ahorros (savings)',
      fr: 'Compte d’épargne (savings)',
      'pt-BR': 'Poupança (savings)',
    },
  },
  pixKeyType: {
    cpf: { en: 'CPF', de: 'CPF', es: 'CPF', fr: 'CPF', 'pt-BR': 'CPF' },
    cnpj: { en: 'CNPJ', de: 'CNPJ', es: 'CNPJ', fr: 'CNPJ', 'pt-BR': 'CNPJ' },
    email: {
      en: 'E-mail address',
      de: 'E-Mail-Adresse',
      es: 'Correo electrónico',
      fr: 'Adresse e-mail',
      'pt-BR': 'E-mail',
    },
    phone: { en: 'Phone number', de: 'Telefonnummer', es: 'Teléfono', fr: 'Numéro de téléphone', 'pt-BR': 'Telefone' },
    random: {
      en: 'Random key',
      de: 'Zufallsschlüssel',
      es: 'Clave aleatoria',
      fr: 'Clé aléatoire',
      'pt-BR': 'Chave aleatória',
    },
  },
};

/** The texts of a corridor's field. A field without texts is shown under its corridor name, with its example. */
export function fieldTextOf(
  { country }: Pick<BankCorridor, 'country'>,
  field: RecipientField,
  language: Language,
): FieldText {
  const text = fieldTexts[`${country}.${field.name}`] ?? fieldTexts[field.name];
  return text?.[language] ?? { label: field.label, form: field.example };
}
