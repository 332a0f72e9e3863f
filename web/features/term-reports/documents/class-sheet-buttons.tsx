import { FileSpreadsheet, ListOrdered, Printer } from 'lucide-react';
import { useState } from 'react';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { markSheetFileFailure, markSheetFileName } from '#shared/term-reports/wordings.ts';
import { noticeFailureOf } from '../../../acts/notice-failure.ts';
import { useAct } from '../../../acts/use-act.ts';
import { fetchDocument } from '../../../api/call.ts';
import { downloadBlob } from '../../../api/download-blob.ts';
import { DocumentFrame } from '../../../documents/document-frame.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import {
  type ClassSheetChoice,
  ClassSheetDialog,
  type TermNumber,
  TermSelect,
  toTermLabel,
} from './class-sheet-dialog.tsx';

const formats = [
  { value: 'pdf', label: 'PDF' },
  { value: 'excel', label: 'Excel' },
] as const;
type Format = (typeof formats)[number]['value'];

/** 'Class Mark Sheet': term picker, PDF or Excel, and 'Generate Mark Sheet' (product §2). */
export function ClassMarkSheetButton(props: ClassSheetChoice) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FileSpreadsheet} onClick={() => setOpen(true)}>
        Class Mark Sheet
      </Button>
      <MarkSheetDialog {...props} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

interface MarkSheetDialogProps extends ClassSheetChoice {
  open: boolean;
  onClose: () => void;
}

function MarkSheetDialog({ open, onClose, classId, className, year, term, terms }: MarkSheetDialogProps) {
  const [chosen, setChosen] = useState<TermNumber>(term);
  const [format, setFormat] = useState<Format>('pdf');
  /** The sheet to print; numbered, so that generating it again loads it again. */
  const [printed, setPrinted] = useState<{ term: TermNumber; number: number } | null>(null);
  const { act, isBusy: isSaving } = useAct({ onFailed: noticeFailureOf(markSheetFileFailure) });

  const close = () => {
    setPrinted(null);
    setChosen(term);
    onClose();
  };
  const generate = async () => {
    if (format === 'pdf') return setPrinted((last) => ({ term: chosen, number: (last?.number ?? 0) + 1 }));
    await act(async () => {
      const input = { classId, year: String(year), term: String(chosen) };
      const file = await fetchDocument(termReportsContract.downloadMarkSheetSpreadsheet, input);
      downloadBlob(
        file,
        markSheetFileName({ classId: className, termTitle: schoolFileTermTitle(terms, chosen), year }),
      );
    });
  };

  return (
    <ClassSheetDialog
      open={open}
      onClose={close}
      title={`Class Mark Sheet of ${className}`}
      choices={
        <>
          <TermSelect terms={terms} term={chosen} onTerm={setChosen} />
          <Select label="Format" options={formats} value={format} onValueChange={setFormat} />
          <Button variant="primary" busy={isSaving} onClick={() => void generate()}>
            Generate Mark Sheet
          </Button>
        </>
      }
    >
      {printed && (
        <DocumentFrame
          key={`${printed.term} ${printed.number}`}
          row={termReportsContract.printMarkSheet}
          input={{ classId, year: String(year), term: String(printed.term) }}
          title={`Mark sheet of ${className}, ${toTermLabel(schoolFileTermTitle(terms, printed.term))}`}
          fileName={markSheetFileName({
            classId: className,
            termTitle: schoolFileTermTitle(terms, printed.term),
            year,
          }).slice(0, -5)}
          what="mark sheet"
        />
      )}
    </ClassSheetDialog>
  );
}

/** 'Rank Sheet': a class by average, for the screen's term or another, in a frame in a dialog (product §2). */
export function RankSheetButton({ classId, className, year, term, terms }: ClassSheetChoice) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<TermNumber>(term);
  const open = () => {
    setChosen(term);
    setOpen(true);
  };
  const termTitle = toTermLabel(schoolFileTermTitle(terms, chosen));
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
          row={termReportsContract.printRankSheet}
          input={{ classId, year: String(year), term: String(chosen) }}
          title={`Rank sheet of ${className}, ${termTitle}`}
          fileName={`${className} Rank Sheet ${termTitle} ${academicYearTitle(year)}`}
          what="rank sheet"
        />
      </ClassSheetDialog>
    </>
  );
}

const PrintSchoolDialog = lazyOverlay(() => import('./print-school-dialog.tsx'));

/** 'Print School': the report cards of every class as one job, for the office. */
export function PrintSchoolButton(props: Pick<ClassSheetChoice, 'year' | 'term' | 'terms'>) {
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
