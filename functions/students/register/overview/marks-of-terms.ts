import { average } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { titleOfTerm } from '#shared/school/academic-year.ts';
import type { TermMarks } from '#shared/students/register/overview-calls.ts';
import { subjectLines } from '../../../marks/records/subject-lines.ts';
import type { SubjectRecordItem } from '../../../marks/records/subject-record.ts';
import type { TermReportItem } from '../../../marks/records/term-report.ts';
import { school } from '../../../school/records/school.ts';
import { byTitle, type SubjectNames } from './subject-names.ts';

interface AllTerms {
  reports: readonly TermReportItem[];
  records: readonly SubjectRecordItem[];
  nameOf: (subjectId: string) => SubjectNames;
}

/** Every term that has a report or a mark, oldest first, each by the scheme of the level that the student was in. */
export function marksOfTerms({ reports, records, nameOf }: AllTerms): TermMarks[] {
  const { markingScheme, terms } = school();
  const key = ({ year, term }: { year: number; term: number }) => `${year}#${term}`;
  const recordsOf = Map.groupBy(records, key);
  const reportOf = new Map(reports.map((report) => [key(report), report]));
  const firsts = new Map([...records, ...reports].map((one) => [key(one), one]));
  return [...firsts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { year, term, classId, formLevel }]) => {
      const lines = subjectLines(
        reportOf.get(name),
        recordsOf.get(name) ?? [],
        schemeFor(markingScheme, formLevel, term),
      );
      const { text, entered, of } = average(lines.map(({ exact }) => exact));
      return {
        ...{ year, term, class_id: classId, average: text, entered, of },
        title: titleOfTerm(terms, term),
        subjects: lines.map(({ subjectId, total }) => ({ ...nameOf(subjectId), total })).sort(byTitle),
      };
    });
}
