import { certainFaultWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import type { CardToPost, ContentsOfClass, FactsOfPosting } from '../../../term-reports/report-cards/posting-guards.ts';
import type { ReportCard } from '../../../term-reports/report-cards/report-card.ts';
import { findDifferentEntries } from './entered-figures.ts';
import { figuresOfClassAgain, findDifferentClassFigures } from './figures-of-class.ts';
import { type ComputedFigures, computeAgain, type SubjectOfClass } from './second-computation.ts';

const counts = [
  { what: 'Times late', of: 'timesLate' },
  { what: 'Times absent', of: 'timesAbsent' },
  { what: 'Application', of: 'application' },
  { what: 'Conduct', of: 'conduct' },
  { what: 'Comment', of: 'comment' },
] as const;

const isOfClass: readonly string[] = ['classAverage', 'highest', 'place'];
const hasClassColumns = ({ front, back }: CardLayout): boolean =>
  [...front, ...(back ?? [])]
    .flat()
    .some((block) => block.block === 'subjects' && block.columns.some(({ column }) => isOfClass.includes(column)));

/**
 * Compares a card with what its records give when they are computed a second time. Answers a sentence for each figure
 * that differs. Pure.
 * @param classes keeps what was computed of a class for its next card
 */
export function findDifferentFigures(
  { card, layout, report, records, ofClass }: CardToPost,
  facts: FactsOfPosting,
  classes = new Map<ContentsOfClass, Map<string, SubjectOfClass>>(),
): string[] {
  const { school, subjects } = facts;
  const again = computeAgain(report, records, school.markingScheme);
  if (!again) return [wordings.noRule];
  const recordOf = new Map(records.map((record) => [record.subjectId, record]));
  const titled = again.subjects.map((figures) => ({
    ...figures,
    title: subjects.get(figures.subjectId)?.title ?? figures.subjectId,
    record: recordOf.get(figures.subjectId),
  }));
  // Two subjects may have one title: whichever figures of it agree are taken first.
  const left = [...titled];
  const pairs = card.subjects.map((subject) => {
    const named = left.filter(({ title }) => title === subject.title);
    const found =
      named.find(
        ({ total, course, exam }) => total === subject.total && course === subject.course && exam === subject.exam,
      ) ?? named[0];
    if (found) left.splice(left.indexOf(found), 1);
    return { subject, found };
  });
  if (left.length > 0 || pairs.some(({ found }) => !found)) {
    return [wordings.subjects(card.subjects.length, again.subjects.length)];
  }
  const ofSubjects = pairs.flatMap(({ subject, found }) => {
    if (!found) return [];
    const { title } = subject;
    const figures = (
      [
        ['Course', 'course'],
        ['Exam', 'exam'],
        ['Total', 'total'],
      ] as const
    ).flatMap(([what, of]) =>
      subject[of] === found[of] ? [] : [wordings.figure(what, title, { card: subject[of], again: found[of] })],
    );
    const entered = counts.flatMap(({ what, of }) => {
      const stored = found.record?.[of] ?? null;
      return subject[of] === stored ? [] : [wordings.entered(what, title, { card: subject[of], stored })];
    });
    return [...figures, ...entered];
  });
  const ofClassFigures = (): string[] => {
    if (!hasClassColumns(layout)) return [];
    // A report issued again in the layout of its posting, where the school prints no such figures any more.
    if (!ofClass) return [wordings.noClassFigures];
    const figures = classes.get(ofClass) ?? figuresOfClassAgain(ofClass, facts);
    classes.set(ofClass, figures);
    return findDifferentClassFigures(card, figures);
  };
  const { text, entered: known, of } = card.average;
  return [
    ...ofSubjects,
    ...ofClassFigures(),
    ...findDifferentEntries({ card, report }, facts),
    ...findDifferentMaxima(card, again),
    ...(text === again.average ? [] : [wordings.average({ card: text, again: again.average })]),
    ...(known === again.entered && of === again.of
      ? []
      : [wordings.counted(`${known} of ${of}`, `${again.entered} of ${again.of}`)]),
  ];
}

const findDifferentMaxima = ({ maxima }: ReportCard, again: ComputedFigures): string[] =>
  (
    [
      ['Course', 'course'],
      ['Exam', 'exam'],
    ] as const
  ).flatMap(([what, part]) =>
    maxima[part] === again.maxima[part]
      ? []
      : [wordings.outOf(what, { card: maxima[part], again: again.maxima[part] })],
  );
