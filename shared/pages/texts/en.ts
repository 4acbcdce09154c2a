/**
 * The texts that every hosted page shows. Names in braces are replaced. All languages have the same keys and
 * placeholders.
 */
export const en = {
  languageName: 'English',
  testMode: 'Test mode: no money moves.',
  language: 'Language',
  copy: 'Copy',
  copyOf: 'Copy: {what}',
  copied: 'Copied',
  example: 'Example: {example}',
  notFoundTitle: 'This page does not exist',
  notFoundText: 'The address may have been cut short. Open the whole link again.',
  tooManyTitle: 'Too many requests',
  tooManyText: 'Please wait a minute, then open the page again.',
  refusedTitle: 'This did not work',
  faultTitle: 'Something went wrong',
  requestId: 'Request {id}',
} as const;

export type PageText = keyof typeof en;
export type PageTexts = Readonly<Record<PageText, string>>;
