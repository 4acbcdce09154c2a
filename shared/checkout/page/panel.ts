import { wordsOf } from '../../pages/words.ts';
import { methodOf } from '../methods/methods.ts';
import type { NamedMethod } from '../methods/payment-method.ts';
import type { CheckoutWords } from './frame-of.ts';

/**
 * Returns the texts that the pages show for a method, in the language of the page.
 * @param method of a link or a payment
 * @throws Error for a method that this release does not know, because it is not offered
 */
export function panelOf(words: CheckoutWords, method: NamedMethod, values: Readonly<Record<string, string>> = {}) {
  const panel = methodOf(method.kind)?.panel;
  if (!panel) throw new Error(`the method ${method.kind} is unknown`);
  const own = wordsOf(panel.texts, words.locale);
  const all = { ...panel.values?.(method as never), ...values };
  return { name: own.text('name'), next: own.text('next', all), button: own.text('button', all) };
}
