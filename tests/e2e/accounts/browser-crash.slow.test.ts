import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningSchool } from '../../../local/school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { type BrowserProcess, startBrowserProcess } from '../../support/page/browser-process.ts';
import { findCell, pressCell, readShownValue } from '../../support/page/grid-page.ts';
import { readOutbox } from '../../support/page/kept-on-device.ts';
import { startServer } from '../../support/school/server.ts';

let school: RunningSchool;
beforeAll(async () => {
  school = await startServer({ today: new Date('2026-05-20T08:00:00Z') });
});
afterAll(() => school?.stop());

/** The texts that are being typed, as they are on the device: nobody reads them there without the key. */
async function drafts(page: Page): Promise<string> {
  const { drafts: kept, raw } = await readOutbox(page);
  expect(raw).not.toMatch(/value|exam_mark|Works with|A term in/);
  return JSON.stringify(kept.map((draft) => (draft as { take: { typed: unknown } }).take.typed));
}

describe('what is in a field when the browser dies', () => {
  let profile: string;
  let running: BrowserProcess;
  beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'formroom-profile-'));
    running = await startBrowserProcess(profile);
  });
  afterEach(async () => {
    await running.kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  async function openSheet(link: RegExp) {
    const context = running.browser.contexts()[0];
    if (!context) throw new Error('The browser has no context.');
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && /table2|mark-book$/.test(request.url())) sent.push(request.postDataJSON());
    });
    await signIn(page, school.url, 'teacher');
    await page.getByRole('link', { name: link }).click();
    await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
    await page.getByRole('grid').waitFor();
    return { page, sent };
  }
  const crash = async () => {
    await running.kill();
    running = await startBrowserProcess(profile);
  };

  it('is there when the next one opens the sheet, and is saved once: a mark of Enter Marks, then a comment', async () => {
    const before = await openSheet(/End of Term/);
    await pressCell(before.page, 5, 'exam_mark');
    await before.page.keyboard.type('47');
    await expect.poll(() => drafts(before.page)).toContain('"value":47');
    expect(before.sent).toEqual([]);
    await crash();

    const after = await openSheet(/End of Term/);
    expect(await readShownValue(after.page, 5, 'exam_mark')).toBe('47');
    await findCell(after.page, 5, 'save').getByText('Saved').waitFor({ state: 'attached' });
    expect(after.sent).toMatchObject([{ exam_mark: 47, was: { exam_mark: null } }]);
    await expect.poll(() => drafts(after.page)).toBe('[]');

    await pressCell(after.page, 6, 'comment');
    await after.page.getByRole('textbox', { name: 'Comment' }).waitFor();
    // No pause in which it would be taken: only what is kept of typing can survive.
    const text = 'Works with care and asks';
    await after.page.keyboard.type(text, { delay: 60 });
    await expect.poll(() => drafts(after.page)).toContain(text.slice(0, 12));
    await crash();

    const last = await openSheet(/End of Term/);
    const kept = await readShownValue(last.page, 6, 'comment');
    expect(text.startsWith(kept) && kept.length >= 12, kept).toBe(true);
    await findCell(last.page, 6, 'save').getByText('Saved').waitFor({ state: 'attached' });
    await last.page.reload();
    await last.page.getByRole('grid').waitFor();
    expect(await readShownValue(last.page, 6, 'comment')).toBe(kept);
    expect(last.sent).toHaveLength(1);
  });

  it('is there in a term report too: a remark, and a count that no page ever saw left', async () => {
    const openReport = async () => {
      const context = running.browser.contexts()[0];
      if (!context) throw new Error('The browser has no context.');
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await signIn(page, school.url, 'formteacher');
      await page.getByRole('link', { name: /Edit\/View Term Reports/ }).click();
      await page.getByRole('button', { name: /form teacher/i }).click();
      await page.getByRole('table').waitFor();
      return page;
    };
    const before = await openReport();
    const count = before.getByLabel('Times late').first();
    const typed = (await count.inputValue()) === '11' ? '12' : '11';
    await count.fill(typed);
    await expect.poll(() => drafts(before)).toContain(`"value":${typed}`);
    await crash();
    const after = await openReport();
    expect(await after.getByLabel('Times late').first().inputValue()).toBe(typed);
    await after.reload();
    await after.getByRole('table').waitFor();
    expect(await drafts(after)).toBe('[]');
    expect(await after.getByLabel('Times late').first().inputValue()).toBe(typed);

    const remark = after.getByLabel(/^Form teacher comments/i);
    await remark.fill('A term in which');
    await remark.press('End');
    await after.keyboard.type(' much was learnt and', { delay: 60 });
    await expect.poll(() => drafts(after)).toContain('A term in which much');
    await crash();
    const last = await openReport();
    expect(await last.getByLabel(/^Form teacher comments/i).inputValue()).toContain('A term in which much');
  });

  it('is there in the mark book too, and Escape leaves nothing behind', async () => {
    const before = await openSheet(/Course Work/);
    const was = await readShownValue(before.page, 4, 'assessment 1');
    const typed = was === '3' ? '4' : '3';
    await pressCell(before.page, 4, 'assessment 1');
    await before.page.keyboard.type(typed);
    await expect.poll(() => drafts(before.page)).toContain(`"value":${typed}`);
    await before.page.keyboard.press('Escape');
    await expect.poll(() => drafts(before.page)).toBe('[]');
    await before.page.keyboard.type(typed);
    await expect.poll(() => drafts(before.page)).toContain(`"value":${typed}`);
    await crash();

    const after = await openSheet(/Course Work/);
    expect(await readShownValue(after.page, 4, 'assessment 1')).toBe(typed);
    await findCell(after.page, 4, 'save').getByText('Saved').waitFor({ state: 'attached' });
    expect(after.sent).toHaveLength(1);
  });
});
