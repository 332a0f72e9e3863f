import { certainFaultWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import type { CardToPost, FactsOfPosting } from '../../../term-reports/report-cards/posting-guards.ts';

type Value = string | number | null;

/** What is entered for the report as a whole: where the card has it, and where it is stored. */
const ofReport = [
  { what: 'Times absent', group: 'attendance', onCard: 'timesAbsent', name: 'timesAbsent' },
  { what: 'Times late', group: 'attendance', onCard: 'timesLate', name: 'timesLate' },
  { what: 'Authority', group: 'conduct', onCard: 'authority', name: 'authority' },
  { what: 'Responsibility', group: 'conduct', onCard: 'responsibility', name: 'responsibility' },
  { what: 'Cooperation', group: 'conduct', onCard: 'cooperation', name: 'cooperation' },
  { what: 'Form teacher’s remarks', group: 'remarks', onCard: 'formTeacher', name: 'formTeacherComments' },
  { what: 'Dean’s remarks', group: 'remarks', onCard: 'dean', name: 'deanComments' },
] as const;

const ofMusic = [
  { what: 'Music, grade', onCard: 'grade', name: 'musicGrade' },
  { what: 'Music, application', onCard: 'application', name: 'musicApplication' },
  { what: 'Music, conduct', onCard: 'conduct', name: 'musicConduct' },
  { what: 'Music, times absent', onCard: 'timesAbsent', name: 'musicTimesAbsent' },
  { what: 'Music, times late', onCard: 'timesLate', name: 'musicTimesLate' },
  { what: 'Music, comment', onCard: 'comment', name: 'musicComments' },
] as const;

const valueIn = (group: object | null, name: string): Value =>
  (group as Readonly<Record<string, Value | undefined>> | null)?.[name] ?? null;

/** What a card has otherwise than it is entered: a sentence each. Only classes with music have any on their cards. */
export function findDifferentEntries(
  { card, report }: Pick<CardToPost, 'card' | 'report'>,
  { school, period }: Pick<FactsOfPosting, 'school' | 'period'>,
): string[] {
  const hasMusic = school.musicClasses.includes(report.classId);
  const possible = period?.classes?.[report.classId]?.possibleAttendance ?? period?.possibleAttendance ?? null;
  const compared: { what: string; shown: Value; stored: Value }[] = [
    { what: 'Possible attendance', shown: card.attendance.possible, stored: possible },
    ...ofReport.map(({ what, group, onCard, name }) => ({
      what,
      shown: valueIn(card[group], onCard),
      stored: report[name] ?? null,
    })),
    ...ofMusic.map(({ what, onCard, name }) => ({
      what,
      shown: valueIn(card.music, onCard),
      stored: hasMusic ? (report[name] ?? null) : null,
    })),
    {
      what: 'Co-curricular activities',
      shown: card.coCurricular.join(', ') || null,
      stored: report.coCurricular?.join(', ') || null,
    },
  ];
  return compared.flatMap(({ what, shown, stored }) =>
    shown === stored ? [] : [wordings.entered(what, 'the report', { card: shown, stored })],
  );
}
