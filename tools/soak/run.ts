import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { arrive, office, type Staff, teacher, teachers } from './actors.ts';
import { type PageReading, TypingTeacher } from './browsers.ts';
import { speed, stretchAt, termEndDay } from './day.ts';
import { disturb } from './faults.ts';
import { Ledger } from './ledger.ts';
import { leastForMemory, lineOf, unsteady } from './meters.ts';
import { report } from './report.ts';
import { type Reading, SchoolUnderTest } from './school-control.ts';

/** `npm run soak [-- --minutes 3]`: a term-end day at 50 ×, while things go wrong. Exit code 1 where anything was lost or piled up. */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 1 && minutes <= 120)) {
  process.stderr.write('--minutes takes a number from 1 to 120.\n');
  process.exit(2);
}

const length = minutes * 60_000;
const isTrial = minutes < leastForMemory;
if (isTrial) process.stdout.write(`A trial: memory is judged from ${leastForMemory} minutes on.\n`);
/** Readings: one before, one after warming up (five minutes of thirty), and one after each further sixth. */
const readingsAt = Array.from({ length: 6 }, (_, index) => (length * (index + 1)) / 6);
const tell = (line: string) => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'formroom-soak-'));
const school = await SchoolUnderTest.start(join(folder, 'data'));
tell(
  `${termEndDay.teachers} teachers and ${termEndDay.offices} offices at ${speed} × for ${minutes} minutes: ${school.url}`,
);

let begun = Date.now();
let isQuiet = false;
let isOver = false;
const since = new Date(begun).toISOString();
const course = {
  isOver: () => isOver,
  isQuiet: () => isQuiet,
  underWay: 0,
  ledger: new Ledger(),
  sightings: { answers: new Map<string, number>(), wordless: [] },
};
const staff: Staff = { url: school.url, course, begun };
const steady = new TypingTeacher(school.url, 'teacher', { course });
const crashing = new TypingTeacher(school.url, 'formteacher', { course, clock: 20 * 60_000 });
const people: Promise<void>[] = [];
try {
  const readings: Reading[] = [await school.ask({ what: 'reading' })];
  const pages: (PageReading | undefined)[] = [];
  const names = (await teachers(staff)).filter((name) => !['teacher', 'formteacher', 'newteacher'].includes(name));
  // A second device of a few, so that one's own values meet.
  const teaching = await arrive(staff, [...names, ...names.slice(0, 6)]);
  const offices = await arrive(staff, Array<string>(termEndDay.offices).fill('admin'));
  tell(`${teaching.length + offices.length} are signed in.`);
  begun = Date.now();
  staff.begun = begun;
  people.push(...teaching.map((person) => teacher(staff, person)), ...offices.map((person) => office(staff, person)));
  people.push(steady.work(), crashing.work());
  const disturbing = disturb({
    school,
    killBrowser: () => crashing.kill(),
    isOver: () => isOver || Date.now() - begun > length - 15_000,
    isQuiet: () => isQuiet,
    tell: (fault) => tell(`  ${stretchAt(Date.now() - begun).time}  ${fault}`),
  });
  for (const at of readingsAt) {
    await sleep(Math.max(at - (Date.now() - begun), 0));
    isQuiet = true;
    for (let waited = 0; waited < 60_000 && course.underWay > 0; waited += 200) await sleep(200);
    // What is kept alive for the next request is let go.
    await sleep(7000);
    const reading = await school.ask({ what: 'reading' });
    readings.push(reading);
    pages.push(await steady.reading().catch(() => undefined));
    tell(`  ${stretchAt(Date.now() - begun).time}  ${lineOf(reading)}`);
    isQuiet = at === readingsAt.at(-1);
  }
  const happened = await disturbing;
  // What waits for its answer gets it now that nothing goes wrong any more.
  for (let waited = 0; waited < 60_000 && course.ledger.counts.unanswered > 0; waited += 500) await sleep(500);
  const isAllSaved = await Promise.all([steady, crashing].map((one) => one.isAllSaved().catch(() => false)));
  isOver = true;
  const kept = await school.ask({ what: 'kept', cells: course.ledger.cells, since });
  const faults = { ...course.ledger.judge(kept), ...course.ledger.counts };
  const outcome = { faults, happened, readings, pages, isAllSaved, sightings: course.sightings };
  const failures = report(
    { ...outcome, typed: steady.typed + crashing.typed, unsteady: unsteady(readings, isTrial) },
    tell,
  );
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  isOver = true;
  await Promise.allSettled([steady.stop(), crashing.stop()]);
  await Promise.race([Promise.allSettled(people), sleep(25_000)]);
  await school.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
