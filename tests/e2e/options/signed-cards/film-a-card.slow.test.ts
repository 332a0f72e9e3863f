import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { verifyPageWordings as texts } from '#shared/options/signed-cards/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postReports } from '../../../integration/term-reports/report-cards/post-reports.ts';
import { printCards } from '../../../integration/term-reports/report-cards/printed-cards.ts';
import { screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { filmCard } from '../../../support/options/signed-cards/painted-card.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { startSmallSchool, term, year } from '../../../support/school/small-school.ts';

const folder = mkdtempSync(join(tmpdir(), 'camera-'));
const film = join(folder, 'card.y4m');

describe('a printed card in front of a camera', () => {
  // Chromium opens the file whenever a page opens the camera.
  const school = schoolInBrowser(
    () => startSmallSchool({ site: 'built' }),
    [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  );
  let admin: TestClient;

  beforeAll(async () => {
    admin = await clientOfAccount(school.url, 'A1');
    await postReports(admin, { posted: 1, date_posted: null });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is valid, and was replaced after the school has issued it again', async () => {
    const printed = async () => (await printCards(admin, { studentId: 'S03' })).bytes;
    const { page } = await school.visit(screenLooks[2]);
    await page.goto(`${school.url}/verify`);
    const hold = async (paper: Uint8Array) => {
      writeFileSync(film, filmCard(paper));
      await page.getByRole('button', { name: texts.scan }).click();
      // The camera closes once a code was read.
      await page.getByRole('button', { name: texts.scan }).waitFor();
      await page.getByText(texts.checking).waitFor({ state: 'detached' });
      return page.locator('article h2').innerText();
    };
    const paper = await printed();
    expect(await hold(paper)).toBe(texts.outcomes.valid.head);
    await executeActionOfTest(
      TermReportEntity.update({ studentId: 'S03', year, term }, { set: { formTeacherComments: 'Kind to everybody.' } }),
    );
    const reason = 'A remark was missing';
    const again = await admin.call(termReportsContract.issueReportAgain, { student_id: 'S03', year, term, reason });
    expect(again.status).toBe(200);
    expect(await hold(paper)).toBe(texts.outcomes.replaced.head);
    expect(await hold(await printed())).toBe(texts.outcomes.valid.head);
  });
});
