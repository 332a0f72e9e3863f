import { useQuery } from '@tanstack/react-query';
import { familiesContract } from '#shared/options/families/contract.ts';
import { noteText } from '#shared/options/families/family-note.ts';
import type { NoteOfStudent } from '#shared/options/families/family-note-calls.ts';
import { queryOf } from '../../../../api/query.ts';

/** Families' notes of a class. */
export const useFamilyNotes = (classId: string) =>
  useQuery({ ...queryOf(familiesContract.listFamilyNotes, { class_id: classId }), staleTime: 30_000 });

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
