import { createHash } from 'node:crypto';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import type { ReportCard, ReportCardSubject } from '../report-card.ts';

/** The parts of a card beside its subjects, as a reader would name them. */
const parts: readonly [name: string, of: (card: ReturnType<typeof compared>) => unknown][] = [
  ['Name, date of birth or class', ({ student }) => student],
  ['Dates of the term', ({ period }) => period],
  ['Attendance', ({ attendance }) => attendance],
  ['How marks count', (card) => [card.maxima, card.weights, saysOfAbsent(card)]],
  ['Conduct', ({ conduct }) => conduct],
  ['Co-curricular activities', ({ coCurricular }) => coCurricular],
  ['Music', ({ music }) => music],
];
const remarks = Object.entries(remarkTitles) as [keyof typeof remarkTitles, string][];

/**
 * A card with what it keeps of its posted copy, whatever is said elsewhere since (rule 74): the house that the student
 * was in, and what the school calls the term. A corrected name or date of birth is another matter: it is a reason to
 * issue the report again.
 */
export const withFactsOfCopy = (card: ReportCard, copy: ReportCard): ReportCard => ({
  ...card,
  student: { ...card.student, house: copy.student.house },
  period: { ...card.period, termTitle: copy.period.termTitle },
});

/** Whether absent counts as a zero: only a card with an absent says it. */
const saysOfAbsent = ({
  subjects,
  absentIsZero = false,
}: {
  subjects: readonly Pick<ReportCardSubject, 'course' | 'exam' | 'total'>[];
  absentIsZero?: boolean;
}): boolean | null =>
  subjects.some(({ course, exam, total }) => [course, exam, total].includes('Abs')) ? absentIsZero : null;

/** What is compared of a card: what is read on it, without what it keeps of its copy. */
const compared = ({ student, period, subjects, ...card }: ReportCard) => {
  const { house: _house, ...ofStudent } = student;
  const { termTitle: _title, ...ofPeriod } = period;
  return { ...card, subjects: subjects.map(({ id: _id, ...read }) => read), student: ofStudent, period: ofPeriod };
};

type Compared = ReturnType<typeof compared>;

/** Figures of the class are compared where both cards have them: another layout makes no card changed. */
function withSameFigures(then: Compared, now: Compared): [Compared, Compared] {
  const hasThem = ({ subjects }: Compared) => subjects.some(({ ofClass }) => ofClass !== undefined);
  if (hasThem(then) === hasThem(now)) return [then, now];
  const without = (one: Compared): Compared => ({
    ...one,
    subjects: one.subjects.map(({ ofClass: _figures, ...subject }) => subject),
  });
  return [without(then), without(now)];
}

/**
 * Lists the differences between a card and its posted copy: titles of subjects, and names of parts. Empty where a
 * reader sees no difference. The school's head is kept with the copy and is not compared. Pure.
 */
export function listCardDifferences(copy: ReportCard, card: ReportCard): string[] {
  const [then, now] = withSameFigures(compared(copy), compared(card));
  const titles = new Set([...now.subjects, ...then.subjects].map(({ title }) => title));
  const ofTitle = (one: Compared, title: string) => one.subjects.filter((subject) => subject.title === title);
  const changed = [
    ...[...titles].filter((title) => differ(ofTitle(then, title), ofTitle(now, title))),
    ...parts.filter(([, of]) => differ(of(then), of(now))).map(([name]) => name),
    ...remarks.filter(([of]) => differ(then.remarks[of], now.remarks[of])).map(([, name]) => name),
    ...(differ(then.signatories, now.signatories) ? ['Signatures'] : []),
  ];
  // The average follows from the subjects. It differs alone only where the school counts in another way since.
  return changed.length === 0 && differ(then.average, now.average) ? ['Average'] : changed;
}

/**
 * A hash of what is compared: equal digests mean no changes. A digest made by an earlier version of this function
 * proves nothing.
 */
export function digestOfCard(of: ReportCard): string {
  const card = compared(of);
  const { subjects, remarks: texts, signatories, average } = card;
  return createHash('sha256')
    .update(canonical([subjects, parts.map(([, part]) => part(card)), texts, signatories, average]))
    .digest('base64url');
}

const differ = (then: unknown, now: unknown): boolean => canonical(then) !== canonical(now);

/** JSON with sorted keys and without nulls: a copy that is older than a field equals one where the field is blank. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part !== 'object' || part === null || Array.isArray(part)
      ? part
      : Object.fromEntries(
          Object.entries(part)
            .filter(([, one]) => one !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
  );
