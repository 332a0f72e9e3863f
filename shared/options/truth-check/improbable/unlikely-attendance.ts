import { termReportFields } from '../../../term-reports/fields.ts';
import { improbableWordings as say } from '../wordings.ts';
import type { ClassToJudge, StudentToJudge, Warning } from './class-to-judge.ts';

/** Times by which report and register may differ: a day that was corrected meanwhile. */
const tolerated = 2;

/** Attendance that is not as the register has it, and more absences than there were sessions. */
export function findUnlikelyAttendance({ students, sessions }: Pick<ClassToJudge, 'students' | 'sessions'>): Warning[] {
  return students.flatMap((student) => [...unlikeRegister(student), ...moreThanSessions(student, sessions)]);
}

function unlikeRegister({ studentId, register, timesAbsent, timesLate }: StudentToJudge): Warning[] {
  if (!register) return [];
  return (
    [
      {
        field: 'timesAbsent',
        label: termReportFields.times_absent.label,
        entered: timesAbsent,
        counted: register.absent,
      },
      { field: 'timesLate', label: termReportFields.times_late.label, entered: timesLate, counted: register.late },
    ] as const
  ).flatMap(({ field, label, entered, counted }): Warning[] =>
    entered === null || Math.abs(entered - counted) <= tolerated
      ? []
      : [
          {
            rule: 'unlikeRegister',
            studentId,
            subjectId: null,
            field,
            text: say.unlikeRegister(label, { entered, counted }),
          },
        ],
  );
}

function moreThanSessions(
  { studentId, timesAbsent, timesLate, subjects }: StudentToJudge,
  sessions: number | null,
): Warning[] {
  if (sessions === null) return [];
  const warning = (what: string, { subjectId, times }: { subjectId: string | null; times: number }): Warning => ({
    rule: 'moreThanSessions',
    studentId,
    subjectId,
    field: 'timesAbsent',
    text: say.moreThanSessions(what, { times, sessions }),
  });
  const times = (timesAbsent ?? 0) + (timesLate ?? 0);
  return [
    ...(times > sessions ? [warning('Times absent and late', { subjectId: null, times })] : []),
    ...subjects.flatMap(({ subjectId, timesAbsent: absent }) =>
      absent !== null && absent > sessions
        ? [warning(termReportFields.times_absent.label, { subjectId, times: absent })]
        : [],
    ),
  ];
}
