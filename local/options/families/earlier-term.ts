import type { SubjectRecordItem } from '#functions/marks/records/subject-record.ts';
import { buildReportCard, type CardFacts } from '#functions/term-reports/report-cards/build-report-card.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { currentTerm, demoPeriod, termBefore } from '../../demo-school/calendar.ts';
import { allocatePupilsToTeachers, buildStaffOfSchool, finishTerm } from '../../demo-school/generate.ts';
import { sumMarksOfStudent } from '../../demo-school/marks/subject-records.ts';
import { createRandom } from '../../demo-school/random.ts';
import { placementIn } from '../../demo-school/staff/groups.ts';
import { buildClassPosts } from '../../demo-school/staff/posts.ts';
import { subjects } from '../../demo-school/staff/subjects.ts';
import { buildCohort } from '../../demo-school/students/cohort.ts';
import { classWithAccounts } from '../../demo-school/students/student-sign-ins.ts';
import type { DemoTermReport, TermKey } from '../../demo-school/types.ts';

type StudentOfCard = Parameters<typeof buildReportCard>[0]['student'];

/** The term before the last finished one: its reports are posted, and no other record of it is there. */
export const earlierTerm = (today: string): TermKey => termBefore(termBefore(currentTerm(today)));

/** The report cards of the earlier term of those who are in the class with accounts now. Pure. */
export function earlierReportCards({
  seed,
  school,
  today,
  students,
}: {
  seed: string;
  school: SchoolFile;
  today: string;
  /** Facts of the register, by id. */
  students: ReadonlyMap<string, StudentOfCard>;
}): ReportCard[] {
  const random = createRandom(seed);
  const current = currentTerm(today);
  const key = earlierTerm(today);
  const when = key.year === current.year ? 'now' : 'before';
  const all = buildCohort(random.fork('cohort'), { school, year: current.year });
  const wanted = all.filter(({ status, place }) => status === 'current' && place.classId === classWithAccounts);
  const classes = new Set(wanted.flatMap((pupil) => placementIn(pupil, when)?.classId ?? []));
  const { staff } = buildStaffOfSchool({ seed, school, today });
  const members = when === 'now' ? staff : staff.filter(({ position }) => !position.isNew);
  const groups = allocatePupilsToTeachers(all, { year: key.year, when, staff: members });
  const term = finishTerm(random.fork('earlier'), {
    school,
    key,
    when,
    today,
    groups: groups.filter(({ classIds }) => classIds.some((id) => classes.has(id))),
    pupils: new Map(all.map((pupil) => [pupil.studentId, pupil])),
  });
  const pages = new Map(
    term.pages.flatMap((page) =>
      [...page.marks.keys()].map((studentId) => [`${page.group.subjectId}/${studentId}`, page] as const),
    ),
  );
  const records = Map.groupBy(term.records, ({ studentId }) => studentId);
  const reports = new Map(term.reports.map((report) => [report.studentId, report]));
  const nameOf = new Map(
    staff.map(({ employee: { employeeId, firstName, lastName } }) => [employeeId, `${firstName} ${lastName}`]),
  );
  const posts = buildClassPosts(groups, { school, staff: members, year: key.year });
  const factsOf = ({ classId }: DemoTermReport): CardFacts => {
    const holding = (as: 'form teacher' | 'dean') =>
      posts.find((post) => post.classId === classId && post.as === as)?.name ?? null;
    const teachers = groups
      .filter(({ classIds }) => classIds.includes(classId))
      .map(({ subjectId, employeeId }) => ({ subjectId, employeeId, name: nameOf.get(employeeId) ?? '' }));
    return {
      school,
      period: demoPeriod(key),
      formTeacher: holding('form teacher'),
      dean: holding('dean'),
      principal: school.principal,
      subjects: new Map(subjects.map((subject) => [subject.subjectId, subject])),
      teachers: Map.groupBy(teachers, ({ subjectId }) => subjectId),
    };
  };
  return wanted.flatMap(({ studentId }) => {
    const [student, report] = [students.get(studentId), reports.get(studentId)];
    if (!student || !report) return [];
    const marked = (records.get(studentId) ?? []).map((record): SubjectRecordItem => {
      const page = pages.get(`${record.subjectId}/${studentId}`);
      const sums = page && sumMarksOfStudent(page, studentId);
      return { ...record, ...(sums ? { workSum: sums.sum, workOutOf: sums.outOf } : {}) };
    });
    return [buildReportCard({ facts: factsOf(report), student, report, records: marked })];
  });
}
