import { useQuery } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { familiesContract } from '#shared/options/families/contract.ts';
import { noteText } from '#shared/options/families/family-note.ts';
import type { NoteOfStudent } from '#shared/options/families/family-note-calls.ts';
import { queryOf } from '../../../../api/query.ts';
import type { LoadedRegister } from '../../../../features/attendance/register/use-register.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { lazyOverlay } from '../../../../ui/overlays/lazy-overlay.tsx';
import type { FamilyNotesProps } from './family-notes.tsx';

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

const FamilyNotes = lazyOverlay<FamilyNotesProps>(() => import('./family-notes.tsx'));

interface NotesOfClassProps {
  register: LoadedRegister;
  onNotes: (notes: ReadonlyMap<string, string>) => void;
}

/** What families have written about the class, also on a day without school: they wait for an answer. */
export default function NotesOfClass({ register: { class_id: classId, date, as }, onNotes }: NotesOfClassProps) {
  const notes = useFamilyNotes(classId);
  const [isOpen, setOpen] = useState(false);
  const { data } = notes;
  useEffect(() => onNotes(describeNotesOfDayByStudent(data ?? [], date)), [data, date, onNotes]);
  if (!data) return null;
  return (
    <>
      <Button icon={MailOpen} onClick={() => setOpen(true)}>
        Family Notes ({countWaitingNotes(data)})
      </Button>
      {isOpen && (
        <FamilyNotes classId={classId} notes={notes} canAccept={as !== 'dean'} open onClose={() => setOpen(false)} />
      )}
    </>
  );
}
