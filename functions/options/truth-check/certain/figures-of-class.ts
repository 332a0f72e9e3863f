import { certainFaultWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import type { ContentsOfClass, FactsOfPosting } from '../../../term-reports/report-cards/posting-guards.ts';
import type { ReportCard } from '../../../term-reports/report-cards/report-card.ts';
import { computeAgain, computeSubjectOfClass, type SubjectOfClass } from './second-computation.ts';

/** How each subject went in a class, by its id, computed again of all its records. */
export function figuresOfClassAgain(
  { reports, records, withCard }: ContentsOfClass,
  { school, leavers }: FactsOfPosting,
): Map<string, SubjectOfClass> {
  const totals = new Map<string, Map<string, string | null>>();
  for (const report of reports) {
    const { studentId } = report;
    if (!withCard.has(studentId) || leavers.has(studentId)) continue;
    const own = records.filter((record) => record.studentId === studentId);
    for (const { subjectId, total } of computeAgain(report, own, school.markingScheme)?.subjects ?? []) {
      const ofSubject = totals.get(subjectId) ?? new Map<string, string | null>();
      ofSubject.set(studentId, total);
      totals.set(subjectId, ofSubject);
    }
  }
  return new Map([...totals].map(([id, ofSubject]) => [id, computeSubjectOfClass(ofSubject)]));
}

/** What a card says otherwise about its class. */
export function findDifferentClassFigures(card: ReportCard, again: ReadonlyMap<string, SubjectOfClass>): string[] {
  return card.subjects.flatMap(({ id, title, ofClass }) => {
    const of = again.get(id);
    const computed = {
      average: of?.average ?? null,
      highest: of?.highest ?? null,
      place: of?.places.get(card.student.id) ?? null,
    };
    return (
      [
        ['Average of the class', 'average'],
        ['Highest of the class', 'highest'],
        ['Place in the class', 'place'],
      ] as const
    ).flatMap(([what, name]) => {
      const shown = ofClass?.[name] ?? null;
      return shown === computed[name] ? [] : [wordings.figure(what, title, { card: shown, again: computed[name] })];
    });
  });
}
