import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listTeacherUserNames, playOffice, playTeacher, type Staff, signInEverybody } from './actors.ts';
import { type PageReading, TypingTeacher } from './browsers.ts';
import { schoolMinutesPerMinute, soakDay, timeOfDayAt } from './day.ts';
import { injectFaults } from './inject-faults.ts';
import { Ledger } from './ledger.ts';
import { findGrowingMeters, formatReading, minMinutesForMemory } from './meters.ts';
import { reportSoak } from './report.ts';
import { type ProcessReading, SchoolUnderTest } from './school-control.ts';

/**
 * `npm run soak [-- --minutes 3]`: a term-end day at 50 ×, while things go wrong. Exit code 1 where anything was lost
 * or piled up.
 */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 1 && minutes <= 120)) {
  process.stderr.write('--minutes takes a number from 1 to 120.\n');
  process.exit(2);
}

const length = minutes * 60_000;
const isTrial = minutes < minMinutesForMemory;
if (isTrial) process.stdout.write(`A trial: memory is judged from ${minMinutesForMemory} minutes on.\n`);
/** Readings: one before, one after warming up (five minutes of thirty), and one after each further sixth. */
const readingsAt = Array.from({ length: 6 }, (_, index) => (length * (index + 1)) / 6);
const tell = (line: string) => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'formroom-soak-'));
const school = await SchoolUnderTest.start(join(folder, 'data'));
tell(
  `${soakDay.teachers} teachers and ${soakDay.offices} offices at ${schoolMinutesPerMinute} × for ${minutes} minutes: ${school.url}`,
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
  const readings: ProcessReading[] = [await school.ask({ what: 'reading' })];
  const pages: (PageReading | undefined)[] = [];
  const names = (await listTeacherUserNames(staff)).filter(
    (name) => !['teacher', 'formteacher', 'newteacher'].includes(name),
  );
  // A second device of a few, so that one's own values meet.
  const teaching = await signInEverybody(staff, [...names, ...names.slice(0, 6)]);
  const offices = await signInEverybody(staff, Array<string>(soakDay.offices).fill('admin'));
  tell(`${teaching.length + offices.length} are signed in.`);
  begun = Date.now();
  staff.begun = begun;
  people.push(
    ...teaching.map((person) => playTeacher(staff, person)),
    ...offices.map((person) => playOffice(staff, person)),
  );
  people.push(steady.work(), crashing.work());
  const disturbing = injectFaults({
    school,
    killBrowser: () => crashing.kill(),
    isOver: () => isOver || Date.now() - begun > length - 15_000,
    isQuiet: () => isQuiet,
    tell: (fault) => tell(`  ${timeOfDayAt(Date.now() - begun).time}  ${fault}`),
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
    tell(`  ${timeOfDayAt(Date.now() - begun).time}  ${formatReading(reading)}`);
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
  const failures = reportSoak(
    { ...outcome, typed: steady.typed + crashing.typed, unsteady: findGrowingMeters(readings, isTrial) },
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
