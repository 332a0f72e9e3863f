import type { Page } from 'playwright-core';
import { currentTerm } from '../../local/demo-school/calendar.ts';
import { demoSeed } from '../../local/demo-school/demo-credentials.ts';
import { allocatePupilsToTeachers, buildStaffOfSchool, finishTerm } from '../../local/demo-school/generate.ts';
import { markItems, reportItems } from '../../local/demo-school/items.ts';
import { createRandom } from '../../local/demo-school/random.ts';
import { buildCohort } from '../../local/demo-school/students/cohort.ts';
import type { DemoItem, DemoSubjectRecord, DemoTermReport } from '../../local/demo-school/types.ts';
import { writeItems } from '../../local/demo-school/write-items.ts';
import { setEnvironment } from '../../local/environment.ts';

/** Where the school of the pictures says that it is: on cards, letters and links. */
const domain = {
  name: 'marks.northgate.example',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/none',
};
/** Share of the subject classes whose teachers have finished, and of the exams that were sat there. */
const finishedShare = 0.86;
const satShare = 0.96;
/** Share of the classes whose form teacher, and whose dean, has written the remarks. */
const remarkedShare = { formTeacher: 0.8, dean: 0.5 };

/** Gives the school of this process a domain. Before it starts: what it posts then is signed for it. */
export async function giveDomain(): Promise<void> {
  setEnvironment({});
  const { school } = await import('#functions/school/records/school.ts');
  school().domain = domain;
}

/** Lets a page find the school under its domain. Returns that address. */
export async function openAtDomain(page: Page, url: string): Promise<string> {
  const address = `https://${domain.name}`;
  await page.route(`${address}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(address, url) });
    await route.fulfill({ response });
  });
  return address;
}

/**
 * The demo school some weeks on: marks and comments of the term under way, with what is always missing then, and the
 * remarks of most classes. The same for the same day.
 */
export async function enterTerm(now: Date): Promise<void> {
  const { school, schoolDay } = await import('#functions/school/records/school.ts');
  const today = schoolDay(now);
  const options = { seed: demoSeed, school: school(), today };
  const key = currentTerm(today);
  const random = createRandom(demoSeed);
  const pupils = buildCohort(random.fork('cohort'), { school: options.school, year: key.year });
  const { staff } = buildStaffOfSchool(options);
  const all = allocatePupilsToTeachers(pupils, { year: key.year, when: 'now', staff });
  const choice = random.fork('pictures');
  // Everything that a demo account teaches is under way.
  const accounts = new Set(staff.flatMap(({ position, employee }) => (position.account ? employee.employeeId : [])));
  const groups = all.filter(({ employeeId }) => choice.chance(finishedShare) || accounts.has(employeeId));
  const term = finishTerm(random.fork('under way'), {
    groups,
    pupils: new Map(pupils.map((pupil) => [pupil.studentId, pupil])),
    school: options.school,
    key,
    when: 'now',
    today,
  });
  const remarked = new Map<string, { formTeacher: boolean; dean: boolean }>();
  const remarksOf = ({ classId, formLevel }: DemoTermReport) => {
    const found = remarked.get(classId) ?? {
      formTeacher: choice.chance(remarkedShare.formTeacher) || formLevel === 1,
      dean: choice.chance(remarkedShare.dean) && formLevel !== 1,
    };
    remarked.set(classId, found);
    return found;
  };
  const counted = await countRegister(
    now,
    term.reports.map(({ studentId }) => studentId),
  );
  const marks = {
    markBook: term.pages,
    subjectRecords: term.records.map((record) => (choice.chance(satShare) ? record : withoutExam(record))),
    termReports: term.reports.map((report) => ({
      ...withoutRemarks(report, remarksOf(report)),
      ...counted.get(report.studentId),
    })),
    employees: staff.map(({ employee }) => employee),
  };
  const assignments = all.flatMap(({ employeeId, subjectId, studentIds }) =>
    studentIds.map((studentId) => ({ studentId, subjectId, employeeId })),
  );
  await writeItems(itemsOf([markItems(marks), reportItems({ ...marks, assignments, current: key })]));
}

/** By student, what the register of the term counts: as after "Update Term Reports". */
async function countRegister(now: Date, studentIds: readonly string[]) {
  const { countReports, readTermToCount } = await import('#functions/attendance/office/count-term.ts');
  const counted = await countReports(await readTermToCount(now), studentIds);
  return new Map(
    counted.map(({ student, absent, late }) => [student.studentId, { timesAbsent: absent, timesLate: late }]),
  );
}

function* itemsOf(parts: readonly Iterable<DemoItem>[]): Generator<DemoItem> {
  for (const part of parts) yield* part;
}

const withoutExam = ({ exam: _exam, comment: _comment, ...record }: DemoSubjectRecord): DemoSubjectRecord => record;

const withoutRemarks = (
  { formTeacherComments, deanComments, ...report }: DemoTermReport,
  has: { formTeacher: boolean; dean: boolean },
): DemoTermReport => ({
  ...report,
  ...(has.formTeacher && formTeacherComments ? { formTeacherComments } : {}),
  ...(has.dean && deanComments ? { deanComments } : {}),
});
