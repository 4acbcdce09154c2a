import type { Organization } from './organization.ts';

type Limits = NonNullable<Organization['limits']>;
export type Limited = Pick<Organization, 'limits' | 'platformLimits'>;

/** The caps that apply: the lower of the organization's own cap and the platform's, for each. */
export function effectiveLimits({ limits = {}, platformLimits = {} }: Limited): Limits {
  const lower = (name: keyof Limits) => {
    const [own, platform] = [limits[name], platformLimits[name]];
    if (own === undefined || platform === undefined) return own ?? platform;
    return own < platform ? own : platform;
  };
  return { single: lower('single'), daily: lower('daily'), perEndUserDaily: lower('perEndUserDaily') };
}
