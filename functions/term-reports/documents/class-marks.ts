import { type Average, computeAverage, computeRanks, markText, totalText } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { lastFirst } from '#shared/people/last-first.ts';
import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { computeSubjectLines, type MarkedRecord } from '../../marks/records/subject-lines.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';

/** The content of mark sheet and rank sheet: plain data, every number already computed by `#shared/marks`. */
export interface ClassMarks {
  classId: string;
  /** Start year of the academic year: 2025 is shown 2025-2026. */
  year: number;
  term: 1 | 2 | 3;
  termTitle: string;
  /** What each part is out of in this form level and term; null where that part is closed. */
  maxima: { course: number | null; exam: number | null };
  /** By title: every subject that somebody of the class takes or has marks in. */
  subjects: ClassSubject[];
  /** By name. */
  students: ClassStudent[];
}

export interface ClassSubject {
  title: string;
  abbr: string;
  /** Mean of the class's totals, as averages are written, and how many of its students have a total. */
  average: Average;
}

export interface ClassStudent {
  id: string;
  /** "Last, First". */
  name: string;
  /** One entry a subject of the class, in their order; null where the student does not take it. */
  marks: (DisplayedMarks | null)[];
  average: Average;
  /** By average; ties share a rank as 1 2 2 4. Null without an average. */
  rank: number | null;
}

/** Marks as people read them; null is a missing mark, which is not a zero, or a closed part. */
export interface DisplayedMarks {
  course: string | null;
  exam: string | null;
  total: string | null;
}

/** Builds a class's marks from records that were read before. `students` are all on the sheet, in any order. Pure. */
export function buildClassMarks({
  school,
  classId,
  formLevel,
  year,
  term,
  subjects,
  students,
  reports,
  records,
}: {
  school: Pick<SchoolFile, 'markingScheme' | 'terms'>;
  classId: string;
  formLevel: number;
  year: number;
  term: 1 | 2 | 3;
  subjects: ReadonlyMap<string, { title: string; abbr: string }>;
  students: readonly { studentId: string; firstName: string; lastName: string }[];
  reports: readonly Pick<TermReportItem, 'studentId' | 'subjectIds'>[];
  records: readonly (MarkedRecord & { studentId: string })[];
}): ClassMarks {
  const scheme = schemeFor(school.markingScheme, formLevel, term);
  const reportOf = new Map(reports.map((report) => [report.studentId, report]));
  const recordsOf = Map.groupBy(records, (record) => record.studentId);
  const known = students
    .map(({ studentId, firstName, lastName }) => {
      const lines = computeSubjectLines(reportOf.get(studentId), recordsOf.get(studentId) ?? [], scheme);
      return {
        id: studentId,
        name: lastFirst({ lastName, firstName }),
        lines: new Map(lines.map((line) => [line.subjectId, line])),
        average: computeAverage(lines.map((line) => line.exact)),
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  const taken = [...new Set(known.flatMap(({ lines }) => [...lines.keys()]))]
    .map((subjectId) => ({ subjectId, ...(subjects.get(subjectId) ?? { title: subjectId, abbr: subjectId }) }))
    .sort((a, b) => a.title.localeCompare(b.title));
  const rankOf = computeRanks(known.map((student) => student.average.text));
  return {
    classId,
    year,
    term,
    termTitle: schoolFileTermTitle(school.terms, term),
    maxima: { course: scheme.course?.max ?? null, exam: scheme.exam?.max ?? null },
    subjects: taken.map(({ subjectId, title, abbr }) => ({
      title,
      abbr,
      average: computeAverage(
        known.flatMap(({ lines }) => {
          const line = lines.get(subjectId);
          return line ? [line.exact] : [];
        }),
      ),
    })),
    students: known.map(({ id, name, lines, average: own }, index) => ({
      id,
      name,
      marks: taken.map(({ subjectId }) => {
        const line = lines.get(subjectId);
        return line
          ? { course: totalText(line.course), exam: markText(line.exam), total: totalText(line.total) }
          : null;
      }),
      average: own,
      rank: rankOf[index] ?? null,
    })),
  };
}
