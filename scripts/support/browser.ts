import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The paths where systems install Chromium. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @throws Error if there is no browser, because a test that needs one is never skipped */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
  if (!executablePath) throw new Error('there is no Chromium: install it, or name it in CHROMIUM_PATH');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
