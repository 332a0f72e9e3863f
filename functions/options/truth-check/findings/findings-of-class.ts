import { createHash } from 'node:crypto';
import { findCellOf } from '#shared/options/truth-check/cell-of-finding.ts';
import type { RuleName, Warning } from '#shared/options/truth-check/improbable/class-to-judge.ts';
import { judgeClass } from '#shared/options/truth-check/improbable/judge-class.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { school } from '../../../school/records/school.ts';
import { withDayOfLeaving } from '../../../students/records/term-leavers.ts';
import { buildReportCard, DamagedRecordError } from '../../../term-reports/report-cards/build-report-card.ts';
import { withClassFigures } from '../../../term-reports/report-cards/class-figures.ts';
import type { CardToPost } from '../../../term-reports/report-cards/posting-guards.ts';
import type { ReportCard } from '../../../term-reports/report-cards/report-card.ts';
import { findFigureFaults } from '../certain/find-figure-faults.ts';
import type { ClassContents } from './class-contents.ts';
import type { TermToJudge } from './term-to-judge.ts';

/** What is wrong, or improbable, in a class. */
export interface Finding {
  /** Names it as long as nothing of it has changed: what was found, where, and what is in the cell. */
  key: string;
  /** `certain` for a figure that cannot be right. */
  rule: RuleName | 'certain';
  studentId: string | null;
  subjectId: string | null;
  /** The field of the student's record (`data-field`) that it is in; null where it is in none. */
  cell: string | null;
  text: string;
}

/** Everything found in a class: what is certain first. */
export async function findInClass(contents: ClassContents, ofTerm: TermToJudge): Promise<Finding[]> {
  const certain = await findFigureFaults(...cardsOf(contents, ofTerm));
  const order = new Map(contents.students.map(({ studentId }, place) => [studentId, place]));
  const placeOf = ({ studentId }: Finding) => (studentId === null ? -1 : (order.get(studentId) ?? 0));
  return [
    ...[...certain].flatMap(([studentId, faults]) =>
      faults.map((text) => named({ rule: 'certain', studentId, subjectId: null, cell: null, text }, '')),
    ),
    ...judgeClass(contents.judged).map((warning) => {
      const { rule, studentId, subjectId, text } = warning;
      return named({ rule, studentId, subjectId, cell: findCellOf(warning), text }, contentOfCell(warning, contents));
    }),
  ].sort((a, b) => Number(b.rule === 'certain') - Number(a.rule === 'certain') || placeOf(a) - placeOf(b));
}

const named = (found: Omit<Finding, 'key'>, content: string): Finding => ({
  key: createHash('sha256')
    .update(JSON.stringify([found, content]))
    .digest('base64url')
    .slice(0, 22),
  ...found,
});

/** A finding that was dismissed comes back where its cell has another text or mark. */
function contentOfCell({ studentId, subjectId, field }: Warning, { judged }: ClassContents): string {
  const student = judged.students.find((one) => one.studentId === studentId);
  const subject = student?.subjects.find((one) => one.subjectId === subjectId);
  const place = (subject ?? student) as Readonly<Record<string, unknown>> | undefined;
  return String(place?.[field] ?? '');
}

/** Figures of the class are computed again whether or not a layout prints them. */
const everyFigure: CardLayout = {
  ...standardLayout,
  front: [
    [
      {
        block: 'subjects',
        columns: [{ column: 'classAverage' }, { column: 'highest' }, { column: 'place' }],
        teacherBelowTitle: false,
        groups: null,
      },
    ],
  ],
  back: null,
};

/** The class's cards without the people on them, who are of no figure. */
function cardsOf(
  { reports, records, students }: ClassContents,
  { period, subjects }: TermToJudge,
): Parameters<typeof findFigureFaults> {
  const people = { teachers: new Map(), formTeacher: null, dean: null, principal: null };
  const facts = { school: school(), period, subjects, ...people };
  const recordsOf = Map.groupBy(records, ({ studentId }) => studentId);
  const studentOf = new Map(students.map((student) => [student.studentId, student]));
  const cards: ReportCard[] = [];
  const madeOf = new Map<string, Pick<CardToPost, 'report' | 'records'>>();
  for (const report of reports) {
    const student = studentOf.get(report.studentId);
    if (!student) continue;
    const own = recordsOf.get(report.studentId) ?? [];
    try {
      cards.push(buildReportCard({ facts, student, report, records: own }));
      madeOf.set(report.studentId, { report, records: own });
    } catch (error) {
      // The check before posting names a record of which no card can be made.
      if (!(error instanceof DamagedRecordError)) throw error;
    }
  }
  const dateEnd = period?.dateEnd ?? null;
  const leavers = new Set(
    students.flatMap((student) => ('left' in withDayOfLeaving(student, dateEnd) ? [student.studentId] : [])),
  );
  const ofClass = { reports, records, withCard: new Set(madeOf.keys()) };
  const toPost = withClassFigures(cards, leavers).flatMap((card): CardToPost[] => {
    const made = madeOf.get(card.student.id);
    return made ? [{ card, layout: everyFigure, ...made, ofClass }] : [];
  });
  return [toPost, { school: school(), subjects, period, leavers }];
}
