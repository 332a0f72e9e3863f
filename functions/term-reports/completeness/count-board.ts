import { schemeFor } from '#shared/marks/scheme.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import type { CompletenessRow } from '#shared/term-reports/completeness-calls.ts';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import type { RecordEntries, ReportEntries } from '../../marks/records/packed-entries.ts';
import { computeSubjectLines, type SubjectLine } from '../../marks/records/subject-lines.ts';

interface Person {
  employee_id: string;
  name: string;
}

export interface ClassToCount {
  classId: string;
  formLevel: number;
  reports: readonly ReportEntries[];
  records: readonly RecordEntries[];
  /** Who teaches a subject in the class, by name. */
  teachersOf: (subjectId: string) => readonly Person[];
  /** Who holds a post in the class. */
  holdersOf: (post: 'form teacher' | 'dean') => readonly Person[];
  /** The student's own teacher in a subject, where the register says one. */
  ownTeacher: (subjectId: string, studentId: string) => string | undefined;
}

interface SchoolFacts {
  markingScheme: SchoolFile['markingScheme'];
  term: 1 | 2 | 3;
  subjects: ReadonlyMap<string, { title: string; abbr: string }>;
}

/** One student of a row, and what is entered. */
interface Entered {
  studentId: string;
  hasMark: boolean;
  hasExam: boolean;
  hasCourse: boolean;
  hasText: boolean;
}

const posts = [
  {
    part: 'form teacher',
    title: remarkTitles.formTeacher,
    abbr: 'FT',
    isWritten: (report: ReportEntries) => report.hasFormTeacherRemark,
  },
  { part: 'dean', title: remarkTitles.dean, abbr: 'Dean', isWritten: (report: ReportEntries) => report.hasDeanRemark },
] as const;

/** Counts one class: a row for each subject and teacher, by title, then one each for form teacher and dean. Pure. */
export function countBoardOfClass(
  { classId, formLevel, reports, records, teachersOf, holdersOf, ownTeacher }: ClassToCount,
  { markingScheme, term, subjects }: SchoolFacts,
): CompletenessRow[] {
  const place = { class_id: classId, form_level: formLevel };
  const recordsOf = Map.groupBy(records, ({ studentId }) => studentId);
  const scheme = schemeFor(markingScheme, formLevel, term);
  const lines = reports.flatMap((report) => {
    const entered = recordsOf.get(report.studentId) ?? [];
    return computeSubjectLines(report, entered, scheme).map((line) => ({
      subjectId: line.subjectId,
      studentId: report.studentId,
      ...enteredOf(line),
    }));
  });
  const ofSubjects = [...Map.groupBy(lines, ({ subjectId }) => subjectId)].flatMap(([subjectId, taking]) => {
    const { title, abbr } = subjects.get(subjectId) ?? { title: subjectId, abbr: subjectId };
    const teachers = teachersOf(subjectId);
    const byTeacher = Map.groupBy(taking, ({ studentId }) => {
      const own = teachers.length > 1 ? ownTeacher(subjectId, studentId) : undefined;
      return teachers.find(({ employee_id }) => employee_id === own);
    });
    return [...byTeacher].map(
      ([own, those]): CompletenessRow => ({
        ...place,
        part: 'subject',
        subject_id: subjectId,
        title,
        abbr,
        teachers: own ? [own] : [...teachers],
        students: those.length,
        marks: those.filter(({ hasMark }) => hasMark).length,
        exams: scheme.exam && those.filter(({ hasExam }) => hasExam).length,
        courses: scheme.course && those.filter(({ hasCourse }) => hasCourse).length,
        ...textsOf(those),
      }),
    );
  });
  const ofPosts = reports.length === 0 ? [] : posts;
  return [
    ...ofSubjects.sort((a, b) => a.title.localeCompare(b.title) || namesOf(a).localeCompare(namesOf(b))),
    ...ofPosts.map(({ isWritten, ...about }): CompletenessRow => {
      const written = reports.map((report) => ({
        studentId: report.studentId,
        hasMark: true,
        hasText: isWritten(report),
      }));
      return {
        ...place,
        ...about,
        subject_id: null,
        teachers: [...holdersOf(about.part)],
        students: reports.length,
        marks: null,
        exams: null,
        courses: null,
        ...textsOf(written),
      };
    }),
  ];
}

/** As in the posting check, a subject without a total lacks its mark. */
const enteredOf = ({ record, work, exam, total }: SubjectLine<RecordEntries>): Omit<Entered, 'studentId'> => ({
  hasMark: total !== null,
  hasExam: exam !== null,
  hasCourse: work !== null,
  hasText: record?.hasComment ?? false,
});

const textsOf = (entered: readonly Pick<Entered, 'studentId' | 'hasMark' | 'hasText'>[]) => ({
  texts: entered.filter(({ hasText }) => hasText).length,
  first_missing:
    (entered.find(({ hasMark }) => !hasMark) ?? entered.find(({ hasText }) => !hasText))?.studentId ?? null,
});

const namesOf = ({ teachers }: CompletenessRow): string => teachers.map(({ name }) => name).join(', ');
