import type { DeliberateFault } from '../engine/world.ts';

export type { DeliberateFault };

export const noDeliberateFault: DeliberateFault = { name: 'none', sentence: 'the service as it is' };
