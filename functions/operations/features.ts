import * as z from 'zod';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { featureNames } from '../../shared/identity/controls.ts';
import { changeOrganization } from '../../shared/operations/change-organization.ts';

export const operation = defineOperation({
  name: 'features',
  summary: "Switch an organization's features on or off",
  audit: 'organization.features',
  input: z
    .strictObject({
      organizationId: Id,
      on: z.array(z.enum(featureNames)).default([]),
      off: z.array(z.enum(featureNames)).default([]),
    })
    .refine(({ on, off }) => on.length + off.length > 0, {
      path: ['on'],
      error: 'names no feature, and off names none either',
    })
    .refine(({ on, off }) => !on.some((name) => off.includes(name)), {
      path: ['off'],
      error: 'names a feature that is also in on',
    })
    .meta({ examples: [{ organizationId: 'ya2azwkbo7bzo4cmfh5b9bk4', on: ['developer'] }] }),
  handle: (call) => {
    const { on, off } = call.input;
    return changeOrganization(call, ({ features = [] }) => {
      const wanted = new Set([...features, ...on]);
      // Features are stored in the order of the list. Features switched on by a later release stay.
      const ordered = new Set([...featureNames.filter((name) => wanted.has(name)), ...wanted]);
      return { features: [...ordered].filter((name) => !off.includes(name)) };
    });
  },
});
