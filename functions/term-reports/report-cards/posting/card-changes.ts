import { createHash } from 'node:crypto';
import type { ReportCard } from '../report-card.ts';

/** The parts of a card beside its subjects, as a reader would name them. */
const parts = [
  ['student', 'Name, class or details'],
  ['period', 'Dates of the term'],
  ['attendance', 'Attendance'],
  ['maxima', 'What marks are out of'],
  ['conduct', 'Conduct'],
  ['coCurricular', 'Co-curricular activities'],
  ['music', 'Music'],
] as const satisfies [keyof ReportCard, string][];
const remarks = [
  ['formTeacher', 'Form teacher’s remarks'],
  ['dean', 'Dean’s remarks'],
] as const;

/**
 * What of a card is otherwise now than on the copy that was posted: titles of subjects, and names of its parts. None where a reader would
 * find nothing. The school's head is on the copy, and is no part of the card. Pure.
 */
export function changesOfCard(then: ReportCard, now: ReportCard): string[] {
  const titles = new Set([...now.subjects, ...then.subjects].map(({ title }) => title));
  const ofTitle = (card: ReportCard, title: string) => card.subjects.filter((subject) => subject.title === title);
  const changed = [
    ...[...titles].filter((title) => differ(ofTitle(then, title), ofTitle(now, title))),
    ...parts.filter(([part]) => differ(then[part], now[part])).map(([, name]) => name),
    ...remarks.filter(([of]) => differ(then.remarks[of], now.remarks[of])).map(([, name]) => name),
    ...(differ(then.signatories, now.signatories) ? ['Signatures'] : []),
  ];
  // It follows from the subjects; by itself it changes with the way of counting alone.
  return changed.length === 0 && differ(then.average, now.average) ? ['Average'] : changed;
}

/** What of a card is compared, in few letters: cards with the same digest have no changes. One of another making says nothing. */
export const digestOf = ({ subjects, remarks: texts, signatories, average, ...card }: ReportCard): string =>
  createHash('sha256')
    .update(canonical([subjects, parts.map(([part]) => card[part]), texts, signatories, average]))
    .digest('base64url');

const differ = (then: unknown, now: unknown): boolean => canonical(then) !== canonical(now);

/** A copy from before a field came has not that field: a reader sees no difference to a blank. */
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
