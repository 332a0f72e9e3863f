import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { whenOpened } from '../../../ui/overlays/when-opened.tsx';
import type { ClassOfTerm } from './class-sheet-dialog.tsx';

const PrintSchoolDialog = whenOpened(() => import('./print-school-dialog.tsx'));

/** 'Print School': the report cards of every class as one job, for the office. */
export function PrintSchoolButton(props: Pick<ClassOfTerm, 'year' | 'term' | 'terms'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Printer} onClick={() => setOpen(true)}>
        Print School
      </Button>
      <PrintSchoolDialog {...props} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
