import type { Locator, Page } from 'playwright-core';
import { executeAction } from '#functions/platform/table/action.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { maxScansPerRequest } from '#shared/options/scan-stations/station-calls.ts';
import { startSchool } from '../../../local/school.ts';
import { launchBrowser } from '../../../tests/support/browser.ts';
import { clientOfAccount, clientOfStation } from '../../../tests/support/callers/callers.ts';
import type { TestClient } from '../../../tests/support/callers/client.ts';
import { signIn } from '../../../tests/support/callers/sign-in.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title = 'Attendance: 1,000 scans at 12 gates, the reports of a term and of a year, and what a year weighs';

/** Near the end of a term, so that nearly all of it is in the demo school. */
const today = '2026-07-01';
const gates = 12;
/** Scans that a gate without a network has after an hour of such a morning. */
const kept = 250;
const times = 7;
const daysOfYear = 195;
const slowdown = 4;

export async function run(): Promise<BenchRow[]> {
  const options = { dataFolder: ':memory:', port: 0, site: 'built', isDemo: true } as const;
  const school = await startSchool({ ...options, today: new Date(`${today}T12:00:00Z`) });
  try {
    const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
    const office = await clientOfAccount(school.url, (await findAccountByUserName('admin'))?.accountId ?? '');
    const terms = await fillYear();
    const [, , term] = terms;
    const [first] = terms;
    if (!first || !term) throw new Error('The demo school has no three terms.');
    const ofTerm = { dates: [term.from, term.to], classId: '1A' };
    const ofYear = { dates: [first.from, term.to] };
    const megabytes = await megabytesOfYear(term);
    return [
      limited(
        'Report of a class and a term, warm, median',
        await millisecondsOf(office, 'printClassAttendance', ofTerm),
        300,
      ),
      limited(
        'Summary of a year on the screen: the answer, warm, median',
        await millisecondsOf(office, 'readAttendanceSummary', ofYear),
        300,
      ),
      limited(
        'Summary of a year as PDF, warm, median',
        await millisecondsOf(office, 'printAttendanceSummary', ofYear),
        300,
      ),
      {
        measure: `A year of ${daysOfYear} days of the demo school`,
        value: `${megabytes.toFixed(0)} MB`,
        limit: '≤ 100 MB',
        ok: megabytes <= 100,
      },
      ...(await withPage(school.url, async (page) => [
        limited(
          'Update Term Reports for the school: from the press until the window says what it counts, a page on which no window was open, median',
          await medianOf(() => untilUpdateWindow(page, school.url)),
          300,
        ),
        limited(
          `A student's charts and table: from the press of a pointer that was on the row until they are painted, CPU slowed ${slowdown} ×, median`,
          await slowed(page, () => medianOf((time) => untilDetail(page, school.url, time))),
          100,
        ),
      ])),
      ...(await scans(school.url, office)),
    ];
  } finally {
    await school.stop();
  }
}

const limited = (measure: string, milliseconds: number, limit: number): BenchRow => ({
  measure,
  value: `${milliseconds.toFixed(0)} ms`,
  limit: `≤ ${limit} ms`,
  ok: milliseconds <= limit,
});

interface Dates {
  from: string;
  to: string;
}

/**
 * The demo school has the records of its current term; the class days of the two before it are added. First and last
 * days of the terms.
 */
async function fillYear(): Promise<Dates[]> {
  const { readAllPeriods } = await import('#functions/school/records/periods.ts');
  const { school } = await import('#functions/school/records/school.ts');
  const { ClassDayCountsEntity } = await import('#functions/attendance/records/class-day.ts');
  const { halfYearOf } = await import('#functions/attendance/records/attendance-record.ts');
  const { writeBatches } = await import('#functions/platform/table/table.ts');
  const { periods, current } = await readAllPeriods();
  const terms = periods.flatMap(({ year, dateStart: from, dateEnd: to }) =>
    year === current?.year && from && to ? [{ from, to }] : [],
  );
  const items = terms.slice(0, -1).flatMap((term) =>
    weekdays(term).flatMap((date) =>
      school().formClasses.map(({ id: classId, form_level: formLevel }) => {
        const counts = { am: 30, amAbsent: 3, pm: 29, pmAbsent: 4, late: 2, excused: 1 };
        return ClassDayCountsEntity.item({ date, classId, formLevel, half: halfYearOf(date), ...counts });
      }),
    ),
  );
  await writeBatches(items);
  return terms;
}

function weekdays({ from, to }: Dates): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

/**
 * As DynamoDB weighs items, nearly: names and values as they are written, and a hundred bytes an item. Of every tenth
 * day of the term.
 */
async function megabytesOfYear(term: Dates): Promise<number> {
  const { AttendanceRecordEntity } = await import('#functions/attendance/records/attendance-record.ts');
  const { readAttendanceOfDay } = await import('#functions/attendance/records/read-records.ts');
  const ids = await studentIds();
  let [bytes, days] = [0, 0];
  for (const [index, date] of weekdays(term).entries()) {
    if (index % 10 !== 0) continue;
    const records = await readAttendanceOfDay(ids, date);
    if (records.length === 0) continue;
    days += 1;
    for (const record of records) bytes += 100 + JSON.stringify(AttendanceRecordEntity.item(record)).length;
  }
  return ((bytes / days) * daysOfYear) / 1e6;
}

async function studentIds(): Promise<string[]> {
  const { StudentEntity } = await import('#functions/students/records/store.ts');
  const data = await StudentEntity.queryBy('all', { status: 'current' });
  return data.map(({ studentId }) => studentId);
}

async function millisecondsOf<N extends keyof typeof attendanceContract>(
  office: TestClient,
  name: N,
  input: unknown,
): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time <= times; time += 1) {
    const begun = performance.now();
    const { status } = await office.call(attendanceContract[name], input as never);
    if (status !== 200) throw new Error(`${name} answered ${status}`);
    taken.push(performance.now() - begun);
  }
  return median(taken.slice(1));
}

async function withPage<T>(url: string, measure: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launchBrowser({ isWhole: true });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, url, 'admin');
    return await measure(page);
  } finally {
    await browser.close();
  }
}

async function slowed<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return measure();
}

/** The first time warms up. */
async function medianOf(measure: (time: number) => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time <= times; time += 1) taken.push(await measure(time));
  return median(taken.slice(1));
}

async function untilUpdateWindow(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/admin/dashboard/student-attendance`);
  const entry = page.getByText(attendanceScreenWordings.attendanceUpdateTermReports).first();
  return fromPressUntil(entry, '[role="dialog"] input[type="checkbox"]');
}

async function untilDetail(page: Page, url: string, row: number): Promise<number> {
  await page.goto(`${url}/admin/dashboard/student-attendance?act=students`);
  const name = page
    .getByRole('grid', { name: 'Students' })
    .getByRole('row')
    .nth(row + 1)
    .getByRole('button')
    .first();
  return fromPressUntil(name, '[aria-label^="Days of"]');
}

/** From the press on what the pointer was on until two frames after what is waited for is there. */
async function fromPressUntil(pressed: Locator, awaited: string): Promise<number> {
  await pressed.hover();
  return pressed.evaluate(async (element: HTMLElement, selector) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const begun = performance.now();
    element.click();
    while (!document.querySelector(selector)) {
      if (performance.now() - begun > 10_000) throw new Error(`No ${selector} within ten seconds.`);
      await frame();
    }
    await frame();
    await frame();
    return performance.now() - begun;
  }, awaited);
}

/**
 * A thousand students come through the gates, each scan a request; later one gate sends what it kept while it had no
 * network.
 */
async function scans(url: string, office: TestClient): Promise<BenchRow[]> {
  const { DaySettingEntity } = await import('#functions/attendance/records/day-setting.ts');
  const { halfYearOf } = await import('#functions/attendance/records/attendance-record.ts');
  const { readAttendanceOfDay } = await import('#functions/attendance/records/read-records.ts');
  const { PeriodEntity } = await import('#functions/school/records/periods.ts');
  const { schoolDay } = await import('#functions/school/records/school.ts');
  const now = new Date();
  const date = schoolDay(now);
  const year = Number(date.slice(0, 4)) + 1;
  await Promise.all([
    executeAction(PeriodEntity.put({ year, term: 1, dateStart: date, dateEnd: date })),
    executeAction(DaySettingEntity.put({ version: 1, date, half: halfYearOf(date), sessions: ['am', 'pm'] })),
  ]);
  const ids = await studentIds();
  const stations = [];
  for (let gate = 1; gate <= gates; gate += 1) {
    const { body } = await office.call(scanStationsContract.addAttendanceStation, { name: `Gate ${gate}` });
    stations.push(clientOfStation(url, body.key));
  }
  const send = async (station: TestClient | undefined, students: readonly string[], at: Date) => {
    const scanned = students.map((student_id) => ({ student_id, at: at.toISOString() }));
    const answer = await station?.call(scanStationsContract.receiveStationScans, {
      sent_at: at.toISOString(),
      scans: scanned,
    });
    if (answer?.status !== 200) throw new Error(`A gate was answered ${answer?.status}`);
  };
  const begun = performance.now();
  await Promise.all(
    stations.map(async (station, gate) => {
      for (const [index, id] of ids.entries()) if (index % gates === gate) await send(station, [id], new Date());
    }),
  );
  const morning = (performance.now() - begun) / 1000;
  const isLost = async (students: readonly string[], scansOfEach: number) => {
    const records = await readAttendanceOfDay(students, date);
    const wrong = records.filter(({ scans: of = {} }) => Object.keys(of).length !== scansOfEach);
    return students.length - records.length + wrong.length;
  };
  const lost = await isLost(ids, 1);
  const resumed = performance.now();
  const late = ids.slice(0, kept);
  for (let at = 0; at < kept; at += maxScansPerRequest)
    await send(stations[0], late.slice(at, at + maxScansPerRequest), new Date());
  const caughtUp = (performance.now() - resumed) / 1000;
  const lostLate = await isLost(late, 2);
  return [
    seconds(`${ids.length} scans at ${gates} gates, each its own request`, morning, 60),
    seconds(`A gate that was without a network sends ${kept} scans`, caughtUp, 10),
    {
      measure: 'Scans lost or counted twice',
      value: String(lost + lostLate),
      limit: '0',
      ok: lost + lostLate === 0,
    },
  ];
}

const seconds = (measure: string, value: number, limit: number): BenchRow => ({
  measure,
  value: `${value.toFixed(1)} s`,
  limit: `≤ ${limit} s`,
  ok: value <= limit,
});
