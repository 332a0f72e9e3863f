import { useQuery } from '@tanstack/react-query';
import type { NoteOfStudent } from '#shared/attendance/calls/family-note-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { noteText } from '#shared/attendance/family-note.ts';
import { queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';

/** Families' notes of a class: none are asked for where families do not enter, or where the caller may not read them. */
export function useFamilyNotes(classId: string, canRead: boolean) {
  const { options } = useSchool();
  return useQuery({
    ...queryOf(attendanceContract.listFamilyNotes, { class_id: classId }),
    enabled: canRead && options.includes('families'),
    staleTime: 30_000,
  });
}

/** Notes that wait for the school. */
export const countWaitingNotes = (notes: readonly NoteOfStudent[]): number =>
  notes.filter(({ state }) => state === 'sent').length;

/** What the register shows beside the students who have a note for the day, by student. */
export const describeNotesOfDayByStudent = (
  notes: readonly NoteOfStudent[],
  date: string,
): ReadonlyMap<string, string> =>
  new Map(
    notes
      .filter(({ from, to, state }) => from <= date && date <= to && state !== 'accepted')
      .map(({ student_id, why, words }) => [student_id, `family note: ${noteText(why, words)}`]),
  );
