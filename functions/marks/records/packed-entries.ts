import type { ClassOfTerm } from './class-records-version.ts';
import type { SubjectRecordItem } from './subject-record.ts';

/** What is counted of a term report; of a remark only whether there is one. */
export interface ReportEntries {
  studentId: string;
  classId: string;
  subjectIds: string[];
  timesAbsent?: number | undefined;
  hasFormTeacherRemark: boolean;
  hasDeanRemark: boolean;
}

export const countedFigures = ['exam', 'examOutOf', 'workSum', 'workOutOf', 'workAbsentOutOf'] as const;

/** What is counted of a subject record; of its comment only whether there is one. */
export type RecordEntries = Pick<
  SubjectRecordItem,
  'studentId' | 'classId' | 'subjectId' | 'employeeId' | (typeof countedFigures)[number]
> & { hasComment: boolean };

export interface ClassEntries {
  /** Both by student; records then by subject. */
  reports: ReportEntries[];
  records: RecordEntries[];
}

/** As it is kept: students, subjects and teachers once, and columns of numbers; null is a missing value. */
interface PackedEntries {
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

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Both lists by student, records then by subject. */
export const inOrder = ({ reports, records }: ClassEntries): ClassEntries => ({
  reports: reports.toSorted((a, b) => compare(a.studentId, b.studentId)),
  records: records.toSorted((a, b) => compare(a.studentId, b.studentId) || compare(a.subjectId, b.subjectId)),
});

/** @param entries in their order: equal entries give equal text */
export function packEntries({ reports, records }: ClassEntries): PackedEntries {
  const students = namesIn([...reports, ...records].map(({ studentId }) => studentId));
  const subjects = namesIn([
    ...reports.flatMap(({ subjectIds }) => subjectIds),
    ...records.map(({ subjectId }) => subjectId),
  ]);
  const teachers = namesIn(records.flatMap(({ employeeId }) => employeeId ?? []));
  const places = [students, subjects, teachers].map((names) => new Map(names.map((name, index) => [name, index])));
  const [student, subject, teacher] = places.map((of) => (name: string) => of.get(name) ?? -1) as [Place, Place, Place];
  return {
    students,
    subjects,
    teachers,
    reports: {
      student: reports.map(({ studentId }) => student(studentId)),
      subjects: reports.map(({ subjectIds }) => subjectIds.map(subject)),
      absent: reports.map(({ timesAbsent }) => timesAbsent ?? null),
      remarks: reports.map((one) => Number(one.hasFormTeacherRemark) + 2 * Number(one.hasDeanRemark)),
    },
    records: {
      student: records.map(({ studentId }) => student(studentId)),
      subject: records.map(({ subjectId }) => subject(subjectId)),
      teacher: records.map(({ employeeId }) => (employeeId === undefined ? null : teacher(employeeId))),
      comment: records.map(({ hasComment }) => Number(hasComment)),
      figures: countedFigures.map((name) => records.map((record) => record[name] ?? null)),
    },
  };
}

type Place = (name: string) => number;

const namesIn = (names: readonly string[]): string[] => [...new Set(names)].sort();

export function unpackEntries(packed: PackedEntries, { classId }: ClassOfTerm): ClassEntries {
  const { students, subjects, teachers, reports, records } = packed;
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
      const values = countedFigures.map((name, column) => [name, records.figures[column]?.[row] ?? undefined]);
      return {
        ...(Object.fromEntries(values) as Pick<RecordEntries, (typeof countedFigures)[number]>),
        studentId: nameIn(students, student),
        classId,
        subjectId: nameIn(subjects, records.subject[row]),
        employeeId: teacher === null ? undefined : nameIn(teachers, teacher),
        hasComment: records.comment[row] === 1,
      };
    }),
  };
}
