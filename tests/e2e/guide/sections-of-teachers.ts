import { expect } from 'vitest';
import { halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { DaySettingEntity } from '#functions/attendance/records/day-setting.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { schoolDay } from '#functions/school/records/school.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { findCell, pressCell, waitUntilRowIsSaved } from '../../support/page/grid-page.ts';
import { unfoldTools } from '../../support/page/unfold-tools.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { addWeeklyTest, withWeeklyTests } from '../windows/before-a-window.ts';
import { type GuidedSection, lookInto, press, windowOf } from './guided-section.ts';

const section = (
  guide: string,
  title: string,
  as: string,
  acts: GuidedSection['acts'],
  before?: GuidedSection['before'],
): GuidedSection => ({ guide, title, as, at: '/term-reports', acts, ...(before && { before }) });

const today = () => schoolDay(new Date());

/** The present term ends today, whatever day it is, and there is school. */
async function todayIsASchoolDay(): Promise<void> {
  const date = today();
  const dateStart = schoolDay(new Date(Date.now() - 7 * 86_400_000));
  await executeActionOfTest(PeriodEntity.update({ year: 2025, term: 3 }, { set: { dateStart, dateEnd: date } }));
  await executeActionOfTest(DaySettingEntity.put({ version: 1, date, half: halfYearOf(date), sessions: ['am', 'pm'] }));
}

const choice = (name: string) => `link: ${name}`;

/** Sections of teachers, form teachers and deans, beside those of `teacher.test.ts`; each begins in the main menu. */
export const sectionsOfTeachers: readonly GuidedSection[] = [
  section('teacher.md', 'Course work', 'teacher', (page, see) => [
    async () => {
      await page.getByRole('link', { name: /Enter Marks - Course Work/ }).waitFor();
      await see();
      await press(page, choice('Enter Marks - Course Work'));
      await page
        .getByRole('button', { name: /Mathematics 1A$/ })
        .first()
        .click();
      await page.getByRole('grid').waitFor();
    },
    async () => {
      await page
        .getByRole('button', { name: /no total/ })
        .first()
        .click();
      const edited = page.getByRole('dialog');
      await edited.getByLabel('Topic').fill('Guide');
      await edited.getByLabel('Date', { exact: true }).fill('12-May-2026');
      await edited.getByLabel('Total').fill('20');
      await see();
      await edited.getByRole('button', { name: 'Save' }).click();
      await edited.waitFor({ state: 'detached' });
    },
    async () => {
      const heading = page.getByRole('button', { name: /Assessment \d+ Guide/ });
      await heading.waitFor();
      const number = /Assessment (\d+)/.exec((await heading.textContent()) ?? '')?.[1];
      const before = await findCell(page, 1, 'percentage').textContent();
      await pressCell(page, 1, `assessment ${number}`);
      await page.keyboard.type('3');
      await page.keyboard.press('Enter');
      await waitUntilRowIsSaved(page, 1);
      expect(await findCell(page, 1, 'percentage').textContent()).not.toBe(before);
    },
    async () => {
      await lookInto(page, see, 'Add Assessment');
      const title = await page.getByRole('heading', { level: 1 }).textContent();
      await press(page, 'Next Subject Class');
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).not.toBe(title);
    },
  ]),
  section('teacher.md', 'Comments', 'teacher', (page, see) => {
    // What was done is said in a box that has a window's role too.
    const sheet = page.getByRole('dialog', { name: /^Comment —/ });
    const comment = async (row: number, text: string) => {
      await pressCell(page, row, 'comment');
      await page.keyboard.press('Enter');
      const field = sheet.getByRole('textbox', { name: 'Comment' });
      await field.fill(text);
      return field;
    };
    const close = async () => {
      await page.keyboard.press('Control+Enter');
      await sheet.waitFor({ state: 'detached' });
    };
    return [
      async () => {
        await press(page, choice('Enter Marks - End of Term'));
        await page
          .getByRole('button', { name: /Mathematics 1A$/ })
          .first()
          .click();
        await page.getByRole('grid').waitFor();
        await comment(12, 'Works with care at every exercise.');
        await press(page, 'Keep this comment');
        await page.getByRole('button', { name: 'Kept' }).waitFor();
        await close();
        const field = await comment(13, '');
        await field.pressSequentially('/care');
        await page.getByRole('option', { name: /Works with care/ }).waitFor();
        await page.keyboard.press('Enter');
        expect(await field.inputValue()).toBe('Works with care at every exercise.');
        await close();
      },
      async () => {
        await comment(14, 'Another comment to keep.');
        await see();
        await press(page, 'Keep this comment');
        await page.getByRole('button', { name: 'Kept' }).waitFor();
      },
      async () => {
        const field = await comment(14, 'long '.repeat(120));
        expect(await field.getAttribute('aria-invalid')).toBe('true');
        await field.fill('Short.');
        await close();
      },
    ];
  }),
  section(
    'teacher.md',
    'Weekly Tests',
    'teacher',
    (page, see) => [
      async () => {
        await press(page, choice('Weekly Tests'));
        await addWeeklyTest(page);
        await see();
      },
      async () => {
        await press(page, 'Edit/View Marks');
        const row = page.getByRole('grid').locator('[data-row]').first();
        await row.waitFor();
        await row.locator('[data-column=mark]').click({ force: true });
        await page.keyboard.type('17');
        await page.keyboard.press('Enter');
        await row.getByText('Saved').waitFor({ state: 'attached' });
      },
    ],
    withWeeklyTests,
  ),
  section(
    'teacher.md',
    'Class Register',
    'formteacher',
    (page, see) => [
      async () => {
        await press(page, choice('Class Register'));
        await expect.poll(() => page.getByLabel('Day', { exact: true }).inputValue()).toBe(displayDate(today()));
        await see();
      },
      async () => {
        await see();
        await press(page, 'All present');
        await page.getByText(/· \d+ not marked/).waitFor({ state: 'detached' });
        await page.getByRole('radio', { name: 'Late' }).first().click();
        await page.getByText(/ 1 late /).waitFor();
      },
      async () => {
        await press(page, 'Earlier school day');
        const why = page.getByLabel('Why this day is changed');
        await why.waitFor();
        await why.fill('The register came on paper.');
        await page.getByRole('radio', { name: 'Late' }).first().click();
        await page.getByRole('button', { name: 'All saved' }).waitFor();
      },
    ],
    todayIsASchoolDay,
  ),
  section('form-teacher.md', 'Term reports', 'formteacher', (page, see) => [
    async () => {
      await page.getByRole('link', { name: /Edit\/View Term Reports/ }).waitFor();
      await see();
      await press(page, choice('Edit/View Term Reports'));
      await page
        .getByRole('button', { name: /form teacher/i })
        .first()
        .click();
      await page.getByRole('table').first().waitFor();
    },
    async () => {
      for (const field of ['Times absent', 'Times late']) {
        await page.getByRole('textbox', { name: field, exact: true }).fill('4');
        await page.getByRole('textbox', { name: field, exact: true }).blur();
      }
      await page.getByText('Record Saved').first().waitFor();
    },
    async () => {
      const own = page.getByRole('textbox', { name: 'Form teacher comments', exact: true });
      await own.fill('Kind to everybody.');
      await own.blur();
      await page.getByText('Record Saved').first().waitFor();
      expect(await page.getByRole('textbox', { name: 'Dean comments', exact: true }).isDisabled()).toBe(true);
    },
    async () => {
      const before = page.url();
      await press(page, 'NEXT');
      await expect.poll(() => page.url()).not.toBe(before);
    },
    async () => {
      await unfoldTools(page);
      await see();
      await page
        .getByRole('button', { name: /, explain / })
        .first()
        .click();
      await windowOf(page, /^Average and rank/).waitFor();
      await page.keyboard.press('Escape');
      await lookInto(page, see, 'Class Mark Sheet');
      await lookInto(page, see, 'Rank Sheet');
    },
    async () => {
      await press(page, 'Print One');
      await page.getByRole('link', { name: 'Download' }).waitFor();
    },
  ]),
  section('form-teacher.md', 'Completeness', 'formteacher', (page, see) => [
    async () => {
      await page.getByRole('link', { name: /Completeness/ }).waitFor();
      await see();
      await press(page, choice('Completeness'));
      await page.getByText('Only incomplete').waitFor();
    },
    () => page.getByLabel('Only incomplete').check(),
    async () => {
      await page.getByLabel('Only incomplete').uncheck();
      await page
        .getByRole('link', { name: / Mathematics, / })
        .first()
        .click();
      await page.waitForURL(/enter-marks|mark-book|view-reports/);
      await page.goBack();
      await page.getByText('Only incomplete').waitFor();
    },
    async () => {
      await press(page, 'Remind');
      await windowOf(page, 'Remind').waitFor();
      await see();
    },
  ]),
];
