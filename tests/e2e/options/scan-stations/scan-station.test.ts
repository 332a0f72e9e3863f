import { expect, it } from 'vitest';
import { halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { DaySettingEntity } from '#functions/attendance/records/day-setting.ts';
import { readAttendanceOfDay } from '#functions/attendance/records/read-records.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { schoolDay } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { findAxeViolations } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { startServer } from '../../../support/school/server.ts';

const school = schoolInBrowser(() => startServer());

const shots = process.env.SCREENSHOTS;

it('thirty cards at the gate are thirty records, despite a lost connection and a reload', async () => {
  // Today is a school day, whatever day it is.
  const date = schoolDay(new Date());
  const year = Number(date.slice(0, 4));
  await executeActionOfTest(PeriodEntity.put({ year, term: 1, dateStart: `${year}-01-01`, dateEnd: `${year}-12-31` }));
  await executeActionOfTest(DaySettingEntity.put({ version: 1, date, half: halfYearOf(date), sessions: ['am', 'pm'] }));
  const data = await StudentEntity.queryBy('all', { status: 'current' }, { limit: 31 });
  const everybody = data.map(({ studentId }) => studentId);
  const ids = everybody.slice(0, 30);
  const lastId = everybody[30] ?? '';

  const office = await school.visitAs('admin');
  await office.page.goto(`${school.url}/admin/dashboard/student-attendance?act=stations`);
  await office.page.getByLabel('New station').fill('Main gate');
  await office.page.getByRole('button', { name: scanStationWordings.makeALink }).click();
  const link = await office.page.getByRole('region', { name: 'Link of Main gate' }).locator('code').innerText();
  expect(await findAxeViolations(office.page)).toEqual([]);
  if (shots) await office.page.screenshot({ path: `${shots}/stations.png` });

  const gate = await school.visit();
  await gate.page.addInitScript(() => {
    const written: (string | undefined)[] = [];
    Object.assign(globalThis, { written });
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (names, mode, options) {
      if (mode === 'readwrite') written.push(options?.durability);
      return transaction.call(this, names, mode, options);
    };
  });
  await gate.page.goto(link);
  await gate.page.getByText(scanStationWordings.scanYourCard).waitFor();
  expect(new URL(gate.page.url()).hash).toBe('');
  expect(await findAxeViolations(gate.page)).toEqual([]);
  if (shots) await gate.page.screenshot({ path: `${shots}/gate.png` });
  // A scanner types a card within milliseconds, however busy the machine is that runs this.
  const scan = (id: string) =>
    gate.page.evaluate(
      (keys) => {
        for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      },
      [...id, 'Enter'],
    );
  for (const id of ids.slice(0, 20)) await scan(id);
  await gate.page.getByText(`${data[19]?.firstName} ${data[19]?.lastName}`).waitFor();
  // A power cut at the gate loses no scan that was shown.
  const durabilities = await gate.page.evaluate(() => (globalThis as { written?: string[] }).written ?? []);
  expect([durabilities.length > 20, new Set(durabilities)]).toEqual([true, new Set(['strict'])]);
  if (shots) await gate.page.screenshot({ path: `${shots}/scanned.png` });
  await gate.context.setOffline(true);
  for (const id of ids.slice(20)) await scan(id);
  // All of them are on the device: what was shown survives the reload.
  await gate.page.getByText('No connection – 10 scans waiting').waitFor();
  if (shots) await gate.page.screenshot({ path: `${shots}/offline.png` });
  await gate.context.setOffline(false);
  await gate.page.reload();
  await gate.page.getByText(scanStationWordings.scanYourCard).waitFor();
  await expect.poll(async () => (await readAttendanceOfDay(ids, date)).length).toBe(30);
  await expect.poll(() => gate.page.getByText(/waiting/).count()).toBe(0);
  const records = await readAttendanceOfDay(ids, date);
  expect(records.map(({ scans = {} }) => Object.keys(scans).length)).toEqual(ids.map(() => 1));

  // Switched on again without a network: the page opens, knows the students, and sends later.
  await gate.page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
  );
  await gate.context.setOffline(true);
  await gate.page.reload();
  await gate.page.getByText(scanStationWordings.scanYourCard).waitFor();
  await scan(lastId);
  await gate.page.getByText(/No connection – 1 scan waiting/).waitFor();
  await gate.context.setOffline(false);
  await expect.poll(async () => (await readAttendanceOfDay([lastId], date)).length).toBe(1);

  // What cannot be taken is kept here and listed for the office, until it has dismissed it.
  await scan('NOBODY');
  await gate.page.getByText('Scans kept on this device: 1 not accepted').waitFor();
  expect(await findAxeViolations(gate.page)).toEqual([]);
  await office.page.reload();
  await office.page.getByRole('row', { name: /NOBODY.*Nobody has this id.*Main gate/ }).waitFor();
  expect(await findAxeViolations(office.page)).toEqual([]);
  await office.page.getByRole('checkbox', { name: /all/i }).check();
  await office.page.getByRole('button', { name: 'Dismiss' }).click();
  await office.page.getByText('1 scan dismissed.').waitFor();
  await gate.page.reload();
  await gate.page.getByText(scanStationWordings.scanYourCard).waitFor();
  await expect.poll(() => gate.page.getByText(scanStationWordings.scansKeptOnThisDevice).count()).toBe(0);

  await office.page.getByRole('button', { name: 'End: Main gate' }).click();
  await office.page.getByText('Ended', { exact: true }).waitFor();
  await scan(ids[0] ?? '');
  await gate.page.getByText(scanStationWordings.thisScanStationWasEnded).waitFor();
});
