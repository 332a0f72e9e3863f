import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { createFirstAdmin } from '../../../../infra/operators/accounts/first-admin.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { ordinaryFiles } from '../../../support/options/move-in/ordinary-files.ts';
import { ScreenTime } from '../../../support/options/move-in/screen-time.ts';
import { startServer } from '../../../support/school/server.ts';

const school = schoolInBrowser(() => startServer({ isDemo: false }));
const own = 'Chalk-and-board-7';

/** Minutes from the first sign-in to the first printed card, of somebody who reads whatever is shown. */
const most = 15;

it('takes a newcomer with four ordinary files at most 15 minutes at the screen', async () => {
  const files = await ordinaryFiles();
  const once = await createFirstAdmin({ name: 'Ada Office', userName: 'ada' });
  const { page } = await school.visit();
  await page.goto(`${school.url}/admin`);
  const ada = new ScreenTime(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const field = (name: string | RegExp) => page.getByRole('textbox', { name, exact: typeof name === 'string' });
  const list = (name: string | RegExp) => page.getByRole('combobox', { name, exact: typeof name === 'string' });
  const entry = (name: string) => page.getByRole('link', { name, exact: true });
  const store = async (rows: number) => {
    await ada.press(button(wordings.store(rows)));
    await ada.wait(page.getByText(wordings.stored(rows)));
  };

  await ada.read();
  await ada.type(field('Username'), 'ada');
  await ada.type(page.getByLabel('Password', { exact: true }), once);
  await ada.press(button('LOGIN'));
  await ada.wait(field('Confirm Password'));
  await ada.type(page.getByLabel('New Password', { exact: true }), own);
  await ada.type(field('Confirm Password'), own);
  await ada.press(button('CHANGE PASSWORD'));
  await ada.wait(page.getByText(wordings.firstStep));

  await ada.choose(list('Academic Year'), '2026-2027');
  await ada.choose(list('Term'), 'Term 1');
  await ada.type(field('Possible Attendance'), '140');
  await ada.type(field('Term Start'), '07-Sep-2026');
  await ada.type(field('Term End'), '11-Dec-2026');
  await ada.press(button('Set / Update Term'));
  await ada.wait(page.getByText('Term 1, 2026-2027 is set as the current term.'));
  await ada.press(page.getByRole('link', { name: wordings.firstStep }));

  // Two teachers of eight have no date of birth that can be read.
  await ada.chooseFile(button(wordings.chooseFile), files.staff);
  await ada.wait(page.getByText(`${wordings.refused}: 2`));
  await ada.type(field(/^Date of Birth of Staff 2026, row 10/), '28-Feb-1988');
  await ada.type(field(/^Date of Birth of Staff 2026, row 11/), '4-Aug-1991');
  await ada.key('Enter');
  await ada.wait(button(wordings.store(11)));
  await store(11);

  // One name two teachers have, one nobody; one class there is not.
  await ada.chooseFile(button(wordings.chooseFile), files.timetable);
  await ada.wait(page.getByText(wordings.names));
  await ada.choose(list(/Joseph/), 'D. Joseph');
  await ada.choose(list(/Persad/), wordings.leaveOut);
  await ada.choose(list(/9Z/), wordings.leaveOut);
  await ada.wait(button(wordings.store(25)));
  await store(25);

  // Zeros, a day, a double, and who takes what.
  await ada.chooseFile(button(wordings.chooseFile), files.classes);
  await ada.wait(page.getByText(/are shorter than the others/));
  await ada.press(
    page
      .getByRole('status')
      .filter({ hasText: /are shorter/ })
      .getByRole('button', { name: 'Yes' }),
  );
  await ada.wait(page.getByText(/take no subject yet/));
  await ada.press(
    page
      .getByRole('status')
      .filter({ hasText: /take no subject/ })
      .getByRole('button', { name: 'Yes' }),
  );
  await ada.type(field(/^Date of Birth of Form 1A, row 9/), '28-Feb-2014');
  await ada.key('Enter');
  await ada.wait(button(wordings.store(36 + 36 * 6)));
  await store(36 + 36 * 6);

  await ada.chooseFile(button(wordings.chooseFile), files.marks);
  await ada.wait(page.getByText(/without its zeros/));
  await ada.press(button('Yes'));
  await ada.wait(list(/sick/));
  await ada.choose(list(/sick/), 'Abs');
  await ada.type(field(/^Student ID of Sheet1, row 11/), '070031');
  await ada.key('Enter');
  await ada.wait(button(wordings.store(48)));
  await store(48);

  await ada.press(entry('Current Term'));
  await ada.press(button('Register Students'));
  await ada.press(page.getByRole('dialog').getByRole('button', { name: 'Register Students' }));
  await ada.wait(page.getByText('Students Registered Successfully.'));
  await ada.press(page.getByRole('alertdialog').getByRole('button'));
  await ada.press(entry('Edit\\View Term Details'));
  await ada.press(button('1A'));
  await ada.press(button('Print One'));
  const card = page.getByRole('dialog', { name: /^Report card/ });
  await ada.wait(card.locator('iframe'));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    ada.press(card.getByRole('link', { name: 'Download' })),
  ]);
  const { pages } = await readPrintedPdf(await readFile(await file.path()));
  const texts = (pages[0]?.texts.map(({ text }) => text) ?? []).join(' ');
  for (const shown of ['Mathematics', 'Int. Science', 'P.E.', 'Anna Bell']) expect(texts).toContain(shown);

  const minutes = ada.personSeconds / 60;
  const report = `${minutes.toFixed(1)} minutes, and ${ada.systemSeconds.toFixed(0)} s of this machine: ${JSON.stringify(ada.counts)}`;
  if (process.env.SCREEN_TIME) process.stdout.write(`${report}\n`);
  expect(minutes, report).toBeLessThanOrEqual(most);
});
