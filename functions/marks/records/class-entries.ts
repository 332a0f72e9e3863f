import { type FoundRecords, queryPartitionByEntity } from '../../platform/table/table.ts';
import type { ClassOfTerm } from './class-records-version.ts';
import { ClassSummaryCache } from './class-summary-cache.ts';
import { SubjectRecordEntity, type SubjectRecordItem } from './subject-record.ts';
import { classTermPartition, TermReportEntity, type TermReportItem } from './term-report.ts';

/** What is counted of a term report; of a remark only whether there is one. */
export interface ReportEntries {
  studentId: string;
  classId: string;
  subjectIds: string[];
  timesAbsent?: number | undefined;
  hasFormTeacherRemark: boolean;
  hasDeanRemark: boolean;
}

const figures = ['exam', 'examOutOf', 'workSum', 'workOutOf', 'workAbsentOutOf'] as const;

/** What is counted of a subject record; of its comment only whether there is one. */
export type RecordEntries = Pick<
  SubjectRecordItem,
  'studentId' | 'classId' | 'subjectId' | 'employeeId' | (typeof figures)[number]
> & { hasComment: boolean };

export interface ClassEntries {
  /** Both by student; records then by subject. */
  reports: ReportEntries[];
  records: RecordEntries[];
}

/** As it is kept: students, subjects and teachers once, and columns of numbers; null is a missing value. */
interface KeptEntries {
  students: string[];
  subjects: string[];
  teachers: string[];
  reports: { student: number[]; subjects: number[][]; absent: (number | null)[]; remarks: number[] };
  records: {
    student: number[];
    subject: number[];
    teacher: (number | null)[];
    comment: number[];
    figures: (RecordEntries['exam'] | null)[][];
  };
}

const kept = new ClassSummaryCache<KeptEntries>({
  of: 'marks',
  format: 1,
  make: async (ofClass) =>
    keptEntries(
      await queryPartitionByEntity(
        { ...classTermPartition(ofClass), only: counted },
        { reports: TermReportEntity, records: SubjectRecordEntity },
      ),
    ),
});

/** Attributes of which entries are made. */
const counted = [
  ...(['studentId', 'subjectIds', 'timesAbsent', 'formTeacherComments', 'deanComments'] as const),
  ...(['subjectId', 'employeeId', 'comment', ...figures] as const),
] satisfies (keyof TermReportItem | keyof SubjectRecordItem)[];

interface EntriesOf {
  year: number;
  term: 1 | 2 | 3;
  classIds: readonly string[];
}

/**
 * What is entered of a term in these classes, in their order, from their kept summaries (ADR 0040): ranks, averages,
 * completeness and the proposals of a promotion are computed from it by the rules that compute a report card.
 */
export async function readClassEntries({ classIds, ...term }: EntriesOf): Promise<ClassEntries[]> {
  const contents = await kept.read(classIds.map((classId) => ({ ...term, classId })));
  return contents.map((content, index) => entriesOf(content, classIds[index] ?? ''));
}

/** Keys of a class's kept summary, for a handler's `prefetch`. */
export function classEntriesKeys(ofClass: ClassOfTerm) {
  const { changes, kept: summary } = kept.keys(ofClass);
  return { entriesChanges: changes, keptEntries: summary };
}

/** What is entered in one class, from what the `prefetch` found at `readAt`. No request where it is kept. */
export async function readFoundClassEntries(
  ofClass: ClassOfTerm,
  { entriesChanges: changes, keptEntries: summary }: FoundRecords<ReturnType<typeof classEntriesKeys>>,
  readAt: Date,
): Promise<ClassEntries> {
  const content = await kept.readFound(ofClass, { changes, kept: summary, readAt: readAt.getTime() });
  return entriesOf(content, ofClass.classId);
}

/** Compares kept summaries with the records, and corrects them. @returns the classes whose summary was wrong */
export async function repairClassEntries({ classIds, ...term }: EntriesOf): Promise<string[]> {
  const compared = await kept.compare(classIds.map((classId) => ({ ...term, classId })));
  return classIds.filter((_, index) => compared[index] === 'wrong');
}

const isWritten = (text: string | undefined): boolean => (text ?? '').trim() !== '';

function keptEntries(found: { reports: TermReportItem[]; records: SubjectRecordItem[] }): KeptEntries {
  const all = [...found.reports, ...found.records];
  const students = namesIn(all.map(({ studentId }) => studentId));
  const subjects = namesIn([
    ...found.reports.flatMap(({ subjectIds = [] }) => subjectIds),
    ...found.records.map(({ subjectId }) => subjectId),
  ]);
  const teachers = namesIn(found.records.flatMap(({ employeeId }) => employeeId ?? []));
  const places = [students, subjects, teachers].map((names) => new Map(names.map((name, index) => [name, index])));
  const [student, subject, teacher] = places.map((of) => (name: string) => of.get(name) ?? -1) as [Place, Place, Place];
  const reports = found.reports.toSorted((a, b) => student(a.studentId) - student(b.studentId));
  const records = found.records.toSorted(
    (a, b) => student(a.studentId) - student(b.studentId) || subject(a.subjectId) - subject(b.subjectId),
  );
  return {
    students,
    subjects,
    teachers,
    reports: {
      student: reports.map(({ studentId }) => student(studentId)),
      subjects: reports.map(({ subjectIds = [] }) => subjectIds.map(subject).sort((a, b) => a - b)),
      absent: reports.map(({ timesAbsent }) => timesAbsent ?? null),
      remarks: reports.map(
        ({ formTeacherComments, deanComments }) =>
          Number(isWritten(formTeacherComments)) + 2 * Number(isWritten(deanComments)),
      ),
    },
    records: {
      student: records.map(({ studentId }) => student(studentId)),
      subject: records.map(({ subjectId }) => subject(subjectId)),
      teacher: records.map(({ employeeId }) => (employeeId === undefined ? null : teacher(employeeId))),
      comment: records.map(({ comment }) => Number(isWritten(comment))),
      figures: figures.map((name) => records.map((record) => record[name] ?? null)),
    },
  };
}

type Place = (name: string) => number;

const namesIn = (names: readonly string[]): string[] => [...new Set(names)].sort();

function entriesOf({ students, subjects, teachers, reports, records }: KeptEntries, classId: string): ClassEntries {
  const nameIn = (names: readonly string[], place: number | null | undefined) => names[place ?? -1] ?? '';
  return {
    reports: reports.student.map((student, row) => ({
      studentId: nameIn(students, student),
      classId,
      subjectIds: (reports.subjects[row] ?? []).map((one) => nameIn(subjects, one)),
      timesAbsent: reports.absent[row] ?? undefined,
      hasFormTeacherRemark: ((reports.remarks[row] ?? 0) & 1) > 0,
      hasDeanRemark: ((reports.remarks[row] ?? 0) & 2) > 0,
    })),
    records: records.student.map((student, row) => {
      const teacher = records.teacher[row] ?? null;
      const values = figures.map((name, column) => [name, records.figures[column]?.[row] ?? undefined]);
      return {
        ...(Object.fromEntries(values) as Pick<RecordEntries, (typeof figures)[number]>),
        studentId: nameIn(students, student),
        classId,
        subjectId: nameIn(subjects, records.subject[row]),
        employeeId: teacher === null ? undefined : nameIn(teachers, teacher),
        hasComment: records.comment[row] === 1,
      };
    }),
  };
}
