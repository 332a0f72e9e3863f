import { ListOrdered } from 'lucide-react';
import { useState } from 'react';
import { academicYearTitle, titleOfTerm } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { DocumentFrame } from '../../../documents/document-frame.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { type ClassOfTerm, ClassSheetDialog, type Term, TermSelect, termLabel } from './class-sheet-dialog.tsx';

/** 'Rank Sheet': a class by average, for the screen's term or another, in a frame in a dialog (product §2). */
export function RankSheetButton({ classId, className, year, term, terms }: ClassOfTerm) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Term>(term);
  const open = () => {
    setChosen(term);
    setOpen(true);
  };
  const termTitle = termLabel(titleOfTerm(terms, chosen));
  return (
    <>
      <Button icon={ListOrdered} onClick={open}>
        Rank Sheet
      </Button>
      <ClassSheetDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Rank Sheet of ${className}`}
        choices={<TermSelect terms={terms} term={chosen} onTerm={setChosen} />}
      >
        <DocumentFrame
          key={chosen}
          row={termReportsContract.rankSheet}
          input={{ classId, year: String(year), term: String(chosen) }}
          title={`Rank sheet of ${className}, ${termTitle}`}
          fileName={`${className} Rank Sheet ${termTitle} ${academicYearTitle(year)}`}
          what="rank sheet"
        />
      </ClassSheetDialog>
    </>
  );
}
