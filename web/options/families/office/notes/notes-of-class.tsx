import { MailOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LoadedRegister } from '../../../../features/attendance/register/use-register.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { lazyOverlay } from '../../../../ui/overlays/lazy-overlay.tsx';
import type { FamilyNotesProps } from './family-notes.tsx';
import { countWaitingNotes, describeNotesOfDayByStudent, useFamilyNotes } from './use-family-notes.ts';

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
