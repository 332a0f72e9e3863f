import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { moveInScreenWordings } from '#shared/options/move-in/wordings.ts';
import { findAxeViolations, isPhoneLook, screenLooks } from '../../browser.ts';
import { type SheetOfFile, workbookOf } from './files-of-school.ts';

const shots = process.env.SCREENSHOTS;

const chooseBytes = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel(moveInScreenWordings.fileOfSchool).setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  });

/** Chooses a file with these sheets, and waits until it is read. */
export async function choose(page: Page, name: string, ...sheets: SheetOfFile[]): Promise<void> {
  await chooseBytes(page, name, Buffer.from(await workbookOf(...sheets)));
  await page.getByRole('region', { name: `What ${name} has` }).waitFor();
}

/** Chooses a file that is refused with this reason. */
export async function chooseBad(page: Page, name: string, bytes: Buffer, reason: string): Promise<void> {
  await chooseBytes(page, name, bytes);
  await page.getByText(reason).waitFor();
}

/** The screen as it is now in each look; pictures of it where they are asked for. */
export async function lookAt(page: Page, state: string): Promise<void> {
  for (const look of screenLooks) {
    await page.setViewportSize(look.size);
    await page.emulateMedia({ colorScheme: look.theme });
    await page.waitForTimeout(150);
    if (shots)
      await page.screenshot({ path: `${shots}/move-in-${state}-${look.name.replace(', ', '-')}.png`, fullPage: true });
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide, `${state}: wider than ${look.name}`).toBe(false);
    if (isPhoneLook(look) || shots) expect(await findAxeViolations(page), `${state}, ${look.name}`).toEqual([]);
  }
  await page.setViewportSize(screenLooks[0].size);
  await page.emulateMedia({ colorScheme: 'light' });
}
