import type { Clock, Sleep } from './clock.ts';

export const systemClock: Clock = () => Date.now();

export const systemSleep: Sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
