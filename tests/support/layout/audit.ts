import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { findIdentifiers } from './identifiers.ts';
import { findLayoutFaults, listShownTexts } from './layout-faults.ts';

interface AuditedLook {
  name: string;
  width: number;
  height: number;
  theme: 'light' | 'dark';
  isPhone: boolean;
}

const sizes = [
  { name: 'desk', width: 1440, height: 900, isPhone: false },
  { name: 'laptop', width: 1280, height: 800, isPhone: false },
  // 1440 × 900 at 200 %.
  { name: 'zoomed', width: 720, height: 450, isPhone: false },
  { name: 'phone', width: 390, height: 844, isPhone: true },
] as const;

const looks: readonly AuditedLook[] = sizes.flatMap((size) =>
  (['light', 'dark'] as const).map((theme) => ({ ...size, theme })),
);

/** Folder of pictures of every look, to look at. */
const seen = process.env.SEEN;
if (seen) mkdirSync(seen, { recursive: true });

/** Names of people, classes and numbers, of which one fault has many. */
const inShort = (fault: string) => fault.replace(/: .*/, '');

/** The page in a look, with what a change of size draws again. */
async function showIn(page: Page, { width, height, theme, isPhone }: AuditedLook): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height });
  const session = await page.context().newCDPSession(page);
  // A finger, no mouse: `pointer: coarse` and `hover: none`.
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone, maxTouchPoints: 1 });
  await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: isPhone });
  await page.waitForTimeout(150);
}

/**
 * What is wrong with the page as it is, in every look: one line each, of those that differ by what they are about alone
 * the first and how many. `name` is for the lines and the pictures; `open` shows what is looked at again in each look.
 * `narrowest`: on the phone in the dark alone, where most goes wrong.
 */
export async function auditPage(
  page: Page,
  name: string,
  open?: () => Promise<void>,
  extent: 'every look' | 'narrowest' = 'every look',
): Promise<string[]> {
  const lines: string[] = [];
  const wanted = looks.filter(({ isPhone, theme }) => extent === 'every look' || (isPhone && theme === 'dark'));
  for (const look of wanted) {
    await showIn(page, look);
    await open?.();
    if (seen) await page.screenshot({ path: `${seen}/${name}-${look.name}-${look.theme}.png` });
    const faults = await findLayoutFaults(page, look);
    if (look === looks[0]) faults.push(...findIdentifiers(await listShownTexts(page)));
    const kinds = new Map<string, string[]>();
    for (const fault of faults) kinds.set(inShort(fault), [...(kinds.get(inShort(fault)) ?? []), fault]);
    for (const [first, ...more] of kinds.values())
      lines.push(`${name}, ${look.name}, ${look.theme}: ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`);
  }
  if (looks[0]) await showIn(page, looks[0]);
  return lines;
}
