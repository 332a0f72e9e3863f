import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** A folder for pictures of the screens at which the hands could not go on, or were told nothing. */
const folder = process.env.ORACLE_PICTURES;

export async function takePicture(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) }).catch(() => undefined);
}
