import { type Average, computeAverage, computeRanks, examText, totalText } from '#shared/marks/marks.ts';
import { type Scheme, schemeFor } from '#shared/marks/scheme.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { computeSubjectLines, type MarkedRecord, type SubjectLine } from '../../marks/records/subject-lines.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';

/** The content of a rank sheet: plain data, every number already computed by `#shared/marks`. */
export interface ClassRanks {
  classId: string;
  /** Start year of the academic year: 2025 is shown 2025-2026. */
  year: number;
  term: 1 | 2 | 3;
  termTitle: string;
  /** By name. */
  students: RankedStudent[];
}

/** The content of a mark sheet. */
export interface ClassMarks extends ClassRanks {
  /**
   * What each part is out of in this form level and term, and its weight in percent; null where that part is closed.
   */
  scheme: Pick<Scheme, 'course' | 'exam'>;
  /** By title: every subject that somebody of the class takes or has marks in. */
  subjects: ClassSubject[];
  students: ClassStudent[];
}

export interface ClassSubject {
  title: string;
  abbr: string;
  /** Mean of the class's totals, as averages are written, and how many of its students have a total. */
  average: Average;
}

export interface RankedStudent {
  id: string;
  /** "Last, First". */
  name: string;
  average: Average;
  /** By average; ties share a rank as 1 2 2 4. Null without an average, and for a student who left in the term. */
  rank: number | null;
  /**
   * yyyy-MM-dd: the last day of a student who left the school in the term: in no rank or average of the class (rule
   * 52).
   */
  left?: string | undefined;
}

export interface ClassStudent extends RankedStudent {
  /** One entry a subject of the class, in their order; null where the student does not take it. */
  marks: (DisplayedMarks | null)[];
}

/** Marks as people read them; null is a missing mark, which is not a zero, or a closed part. */
export interface DisplayedMarks {
  course: string | null;
  exam: string | null;
  total: string | null;
}

/** A class's records of a term, as they were read. */
export interface ClassRecords {
  school: Pick<SchoolFile, 'markingScheme' | 'terms'>;
  classId: string;
  formLevel: number;
  year: number;
  term: 1 | 2 | 3;
  /** All who are on the sheet, in any order. */
  students: readonly { studentId: string; firstName: string; lastName: string; left?: string }[];
  reports: readonly Pick<TermReportItem, 'studentId' | 'subjectIds'>[];
  records: readonly (MarkedRecord & { studentId: string })[];
}

/** Builds a class's ranks. Pure. */
export function buildClassRanks(of: ClassRecords): ClassRanks {
  const students = rankStudents(of).map(({ lines: _lines, ...student }) => student);
  return { ...headOf(of), students };
}

/** Builds a class's marks; `subjects` by id. Pure. */
export function buildClassMarks(
  of: ClassRecords & { subjects: ReadonlyMap<string, { title: string; abbr: string }> },
): ClassMarks {
  const { school, formLevel, term, subjects } = of;
  const scheme = schemeFor(school.markingScheme, formLevel, term);
  const students = rankStudents(of).map(({ lines, ...student }) => ({
    ...student,
    lines: new Map(lines.map((line) => [line.subjectId, line])),
  }));
  const taken = [...new Set(students.flatMap(({ lines }) => [...lines.keys()]))]
    .map((subjectId) => ({ subjectId, ...(subjects.get(subjectId) ?? { title: subjectId, abbr: subjectId }) }))
    .sort((a, b) => a.title.localeCompare(b.title));
  return {
    ...headOf(of),
    scheme,
    subjects: taken.map(({ subjectId, title, abbr }) => ({
      title,
      abbr,
      average: computeAverage(
        students.flatMap(({ lines, left }) => {
          const line = lines.get(subjectId);
          return line && left === undefined ? [line.total] : [];
        }),
      ),
    })),
    students: students.map(({ lines, ...student }) => ({
      ...student,
      marks: taken.map(({ subjectId }) => {
        const line = lines.get(subjectId);
        return line
          ? {
              course: totalText(line.course),
              exam: examText(line.exam, line.examOutOf, scheme),
              total: totalText(line.total),
            }
          : null;
      }),
    })),
  };
}

/**
 * "Ali, Anika", or "Ali, Anika (left 12-Nov-2026)". @param name as the sheet tells two of one name apart, where no
 * column has the ids
 */
export const nameOnSheet = ({ left, ...student }: RankedStudent, name = student.name): string =>
  left === undefined ? name : `${name} (${studentWordings.left(left)})`;

/** The students of a class who were there to the end of the term: they are counted and ranked (rule 52). */
export const withoutLeavers = <S extends RankedStudent>(students: readonly S[]): S[] =>
  students.filter(({ left }) => left === undefined);

const headOf = ({ school, classId, year, term }: ClassRecords) => ({
  classId,
  year,
  term,
  termTitle: schoolFileTermTitle(school.terms, term),
});

/** The students by name, with their rank and what their average is made of. */
function rankStudents({
  school,
  formLevel,
  term,
  students,
  reports,
  records,
}: ClassRecords): (RankedStudent & { lines: SubjectLine<MarkedRecord>[] })[] {
  const scheme = schemeFor(school.markingScheme, formLevel, term);
  const reportOf = new Map(reports.map((report) => [report.studentId, report]));
  const recordsOf = Map.groupBy(records, (record) => record.studentId);
  const known = students
    .map(({ studentId, firstName, lastName, left }) => {
      const lines = computeSubjectLines(reportOf.get(studentId), recordsOf.get(studentId) ?? [], scheme);
      const average = computeAverage(lines.map(({ total }) => total));
      return {
        id: studentId,
        name: lastFirst({ lastName, firstName }),
        lines,
        average,
        ...(left === undefined ? {} : { left }),
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  const rankOf = computeRanks(known.map(({ average, left }) => (left === undefined ? average.text : null)));
  return known.map((student, index) => ({ ...student, rank: rankOf[index] ?? null }));
}
