import { type BillOfMaterials, isForDevelopment, licencesOf } from './bill-of-materials.ts';

/** What may be part of something under Apache-2.0 without conditions on the rest of it. */
const deployable = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'];
/** What may be used to build and test besides. Of it only fonts are deployed: OFL-1.1 lets them be served with any page. */
const usable = [...deployable, 'BlueOak-1.0.0', 'MPL-2.0', 'OFL-1.1', 'Unlicense'];

/** They state it in a form of `package.json` that was given up in 2014, and that a bill of materials leaves out. */
const statedInOldForm: Readonly<Record<string, string>> = { 'memorystream@0.3.1': 'MIT' };

/** @returns a sentence for each package whose licence is not on its list, or that states none */
export function faultsOfLicences({ components }: BillOfMaterials): string[] {
  return components.flatMap((component) => {
    const allowed = isForDevelopment(component) ? usable : deployable;
    const inOldForm = statedInOldForm[component['bom-ref']];
    const stated = inOldForm === undefined ? licencesOf(component) : [inOldForm];
    if (stated.length > 0 && stated.every((expression) => permits(expression, allowed))) return [];
    return `${component['bom-ref']} is under ${stated.join(', ') || 'no licence that it states'}`;
  });
}

/** An SPDX expression with one operator at most: of alternatives one must be allowed, of what holds together all. */
function permits(expression: string, allowed: readonly string[]): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  // One package spells the operator in small letters.
  const alternatives = text.split(/ or /i);
  if (alternatives.length > 1) return alternatives.some((one) => allowed.includes(one));
  return text.split(/ and /i).every((one) => allowed.includes(one));
}
