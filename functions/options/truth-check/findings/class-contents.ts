import { schemeFor } from '#shared/marks/scheme.ts';
import type {
  ClassToJudge,
  StudentToJudge,
  SubjectToJudge,
} from '#shared/options/truth-check/improbable/class-to-judge.ts';
import { sexOfPronoun } from '#shared/options/truth-check/improbable/remark-words.ts';
import { compareNames } from '#shared/people/shared-names.ts';
import { termBefore } from '#shared/school/academic-year.ts';
import { readAttendanceOfStudents } from '../../../attendance/records/read-records.ts';
import { countedDaysOfStudent, countFigures, marksByDay } from '../../../attendance/reports/figures.ts';
import { computeSubjectLines } from '../../../marks/records/subject-lines.ts';
import type { SubjectRecordItem } from '../../../marks/records/subject-record.ts';
import { readClassContents, type TermReportItem } from '../../../marks/records/term-report.ts';
import { settingsOfClass } from '../../../school/records/periods.ts';
import { school } from '../../../school/records/school.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { pronounOf } from '../../../students/records/pronoun.ts';
import { readStudents, type StudentItem } from '../../../students/records/store.ts';
import { isReadableReport } from '../../../term-reports/report-cards/build-report-card.ts';
import type { TermToJudge } from './term-to-judge.ts';

/** What is read of a student. */
const ofStudent = [
  ...(['studentId', 'firstName', 'middleName', 'lastName', 'sex', 'dateOfBirth', 'houseCode'] as const),
  ...(['status', 'archivedIn', 'date_of_leaving', 'entryDate'] as const),
] as const satisfies readonly (keyof StudentItem)[];
export type StudentOfClass = Pick<StudentItem, (typeof ofStudent)[number]>;

/** A class's reports and records of a term, and what they are judged by. */
export interface ClassContents {
  classId: string;
  reports: readonly TermReportItem[];
  records: readonly SubjectRecordItem[];
  /** The students of the reports, in the order of lists; who was erased is missing. */
  students: readonly StudentOfClass[];
  judged: ClassToJudge;
}

type Contents = Pick<ClassContents, 'reports' | 'records'>;

/**
 * Reads a class of a term. Four requests: its reports and records, its students, what it had in the term before, and
 * the days of its register; a fifth where those are in two half years.
 * @param contents its reports and records where they are being read already
 */
export async function readClassOfTerm(
  classId: string,
  ofTerm: TermToJudge,
  contents: Promise<Contents> = readClassContents({ year: ofTerm.year, term: ofTerm.term, classId }),
): Promise<ClassContents> {
  const [{ reports, records }, before] = await Promise.all([contents, readTermBefore(classId, ofTerm)]);
  const sound = withoutDamaged({ reports, records });
  const ids = reports.map(({ studentId }) => studentId);
  const [found, days] = await Promise.all([readStudents(ids, ofStudent), readDaysOfRegister(ids, ofTerm)]);
  const students = found.toSorted(byName);
  const totalsNow = totalsOf(sound);
  const totalsBefore = totalsOf(withoutDamaged(before));
  const countsOf = countRegister({ reports, days }, ofTerm);
  const reportOf = new Map(sound.reports.map((report) => [report.studentId, report]));
  const recordOf = new Map(sound.records.map((record) => [`${record.studentId} ${record.subjectId}`, record]));
  const subjectsOf = (studentId: string): SubjectToJudge[] =>
    [...(totalsNow.get(studentId) ?? [])].map(([subjectId, total]) => {
      const record = recordOf.get(`${studentId} ${subjectId}`);
      return {
        subjectId,
        title: ofTerm.subjects.get(subjectId)?.title ?? subjectId,
        total,
        before: totalsBefore.get(studentId)?.get(subjectId) ?? null,
        timesAbsent: record?.timesAbsent ?? null,
        comment: record?.comment ?? null,
      };
    });
  const judged = students.flatMap((student): StudentToJudge[] => {
    const report = reportOf.get(student.studentId);
    if (!report) return [];
    return [
      {
        studentId: student.studentId,
        firstName: student.firstName,
        otherNames: [student.middleName, student.lastName].filter((name) => name !== undefined),
        sex: sexOfPronoun[pronounOf(student.sex)],
        timesAbsent: report.timesAbsent ?? null,
        timesLate: report.timesLate ?? null,
        register: countsOf(student),
        formTeacherComments: report.formTeacherComments ?? null,
        deanComments: report.deanComments ?? null,
        subjects: subjectsOf(student.studentId),
      },
    ];
  });
  return {
    classId,
    reports,
    records,
    students,
    judged: {
      classId,
      students: judged,
      sessions: settingsOfClass(ofTerm.period, classId).possibleAttendance,
      highestBefore: highestOf(totalsBefore),
      firstNames: ofTerm.firstNames,
    },
  };
}

const byName = (a: StudentOfClass, b: StudentOfClass): number =>
  compareNames(a, b) || (a.studentId < b.studentId ? -1 : 1);

/** The term before, in which the students of today's class were in the class that leads to it. */
async function readTermBefore(classId: string, { year, term }: Term): Promise<Contents> {
  const before = termBefore({ year, term });
  if (before.year === year) return readClassContents({ ...before, classId });
  const earlier = school().formClasses.filter((one) => one.next_class_id === classId);
  const all = await Promise.all(earlier.map(({ id }) => readClassContents({ ...before, classId: id })));
  return { reports: all.flatMap(({ reports }) => reports), records: all.flatMap(({ records }) => records) };
}

/** What cards can be made of; the check before posting names the others. */
function withoutDamaged({ reports, records }: Contents): Contents {
  const recordsOf = Map.groupBy(records, ({ studentId }) => studentId);
  const sound = reports.filter((report) => isReadableReport(school(), report, recordsOf.get(report.studentId) ?? []));
  return { reports: sound, records: sound.flatMap(({ studentId }) => recordsOf.get(studentId) ?? []) };
}

/** By student and subject the totals in percent; null for a blank and a word. */
function totalsOf({ reports, records }: Contents): Map<string, Map<string, number | null>> {
  const recordsOf = Map.groupBy(records, ({ studentId }) => studentId);
  return new Map(
    reports.map((report) => {
      const scheme = schemeFor(school().markingScheme, report.formLevel, report.term);
      const lines = computeSubjectLines(report, recordsOf.get(report.studentId) ?? [], scheme);
      const totals = lines.map(
        ({ subjectId, total }) => [subjectId, typeof total === 'number' ? total : null] as const,
      );
      return [report.studentId, new Map(totals)];
    }),
  );
}

function highestOf(totals: ReadonlyMap<string, ReadonlyMap<string, number | null>>): Map<string, number> {
  const highest = new Map<string, number>();
  for (const own of totals.values()) {
    for (const [subjectId, total] of own) {
      if (total !== null && total > (highest.get(subjectId) ?? -1)) highest.set(subjectId, total);
    }
  }
  return highest;
}

type DayOfRegister = Awaited<ReturnType<typeof readDaysOfRegister>>[number];

const readDaysOfRegister = async (ids: readonly string[], { register }: TermToJudge) =>
  register && ids.length > 0 ? readAttendanceOfStudents(ids, register, ['classId', 'am', 'pm', 'late']) : [];

/** What the register of the term counts of a student: sessions missed and times late. Null where nothing was taken. */
function countRegister(
  { reports, days }: { reports: readonly TermReportItem[]; days: readonly DayOfRegister[] },
  { register }: TermToJudge,
): (student: StudentOfClass) => { absent: number; late: number } | null {
  if (!register) return () => null;
  const byStudent = Map.groupBy(days, ({ studentId }) => studentId);
  const classOf = new Map(reports.map(({ studentId, classId }) => [studentId, classId]));
  return (student) => {
    const counted = countedDaysOfStudent(register.days, student);
    const own = byStudent.get(student.studentId) ?? [];
    const marks = marksByDay(counted, {
      records: new Map(own.map((day) => [day.date, day])),
      classOf: () => classOf.get(student.studentId) ?? '',
      wasTaken: register.wasTaken,
    });
    const { absent, attended, late } = countFigures(counted, marks);
    return absent + attended === 0 ? null : { absent, late };
  };
}
