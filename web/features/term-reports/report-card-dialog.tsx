import { useState } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { DocumentFrame } from '../../documents/document-frame.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** One student's report card, or a whole class's in one document. */
export type ReportCardRequest = { year: number; term: 1 | 2 | 3; title: string; fileName: string } & (
  | { studentId: string; classId?: undefined }
  | { classId: string; studentId?: undefined }
);

interface ReportCardDialogProps {
  /** Null: closed. */
  request: ReportCardRequest | null;
  onClose: () => void;
}

/** The report card in a frame, 80 % of the window wide (product §2, §9). */
export function ReportCardDialog({ request, onClose }: ReportCardDialogProps) {
  // What was open last stays to be seen while the window fades.
  const [last, setLast] = useState(request);
  if (request && request !== last) setLast(request);
  return (
    <Dialog openedBy="act" open={request !== null} onClose={onClose} title={last?.title ?? ''} size="wide" flush>
      {last && <ReportCard request={last} />}
    </Dialog>
  );
}

function ReportCard({ request }: { request: ReportCardRequest }) {
  const { studentId, classId, year, term, title, fileName } = request;
  const subject = studentId === undefined ? { classId } : { studentId };
  return (
    <DocumentFrame
      row={termReportsContract.reportCard}
      input={{ year: String(year), term: String(term), ...subject }}
      title={title}
      fileName={fileName}
      what="report card"
    />
  );
}
