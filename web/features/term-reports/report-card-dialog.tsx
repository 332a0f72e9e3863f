import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { displayMoment } from '#shared/school/display-date.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportScreenWordings } from '#shared/term-reports/wordings.ts';
import { DocumentFrame } from '../../documents/document-frame.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { TwoSidedCheckbox, useTwoSidedChoice } from './documents/two-sided.tsx';
import styles from './posted-note.module.css';
import { postingOfReportQuery, type StudentAndTerm } from './posted-note.tsx';

/** One student's report card, or a whole class's in one document. */
export type ReportCardRequest = {
  year: number;
  term: 1 | 2 | 3;
  title: string;
  /** Without the ending. */
  fileName: string;
  /** Said beside the document. */
  note?: string | undefined;
} & ({ studentId: string; classId?: undefined } | { classId: string; studentId?: undefined });

interface ReportCardDialogProps {
  /** Null: closed. */
  request: ReportCardRequest | null;
  onClose: () => void;
}

/** The report card in a frame, 80 % of the window wide (product §2, §9). */
export function ReportCardDialog({ request, onClose }: ReportCardDialogProps) {
  // Keeps the last request on show while the window fades.
  const [last, setLast] = useState(request);
  // Each opening asks again which card to print.
  const [opening, setOpening] = useState(0);
  if (request && request !== last) {
    setLast(request);
    setOpening(opening + 1);
  }
  return (
    <Dialog openedBy="act" open={request !== null} onClose={onClose} title={last?.title ?? ''} size="wide" flush>
      {last && <ReportCard key={opening} request={last} />}
    </Dialog>
  );
}

function ReportCard({ request }: { request: ReportCardRequest }) {
  const { studentId, classId, year, term } = request;
  if (studentId === undefined) return <ClassCards request={request} classId={classId} />;
  return <StudentCard request={request} student={{ student_id: studentId, year, term }} />;
}

function ClassCards({ request, classId }: { request: ReportCardRequest; classId: string | undefined }) {
  const [isTwoSided, setTwoSided] = useTwoSidedChoice();
  return (
    <Card
      key={String(isTwoSided)}
      request={request}
      subject={{ classId, ...(isTwoSided ? { two_sided: '1' as const } : {}) }}
      also={
        <>
          {request.note !== undefined && <span>{request.note}</span>}
          <TwoSidedCheckbox isTwoSided={isTwoSided} onChange={setTwoSided} />
        </>
      }
    />
  );
}

/** Asks which card to print where a posted report has changed since (rule 47). */
function StudentCard({ request, student }: { request: ReportCardRequest; student: StudentAndTerm }) {
  const posted = useQuery({ ...postingOfReportQuery(student), gcTime: 0 });
  const [as, setAs] = useState<'posted' | 'now' | null>(null);
  const subject = { studentId: student.student_id };
  if (as === 'now') return <Card request={request} subject={{ ...subject, as }} />;
  if (posted.isPending) return <Loading queries={[posted]} what="the report card" />;
  // Where the posting could not be loaded, the card is printed as parents see it.
  const { date_posted = null, changed = [] } = posted.data ?? {};
  if (as === 'posted' || date_posted === null || changed.length === 0) {
    return <Card request={request} subject={subject} />;
  }
  return (
    <Stack align="start" gap={12} className={styles.choice}>
      <p>
        This report is posted, and has changed since: <strong>{changed.join(', ')}</strong>. Which card do you want to
        print?
      </p>
      <Row align="stretch" wrap gap={8}>
        <Button onClick={() => setAs('posted')}>As posted, {displayMoment(date_posted)}</Button>
        <Button onClick={() => setAs('now')}>{termReportScreenWordings.asItIsNowDraft}</Button>
      </Row>
    </Stack>
  );
}

interface CardProps {
  request: ReportCardRequest;
  subject: { studentId?: string; classId?: string | undefined; as?: 'now'; two_sided?: '1' };
  also?: ReactNode;
}

const Card = ({ request: { year, term, title, fileName }, subject, also }: CardProps) => (
  <DocumentFrame
    row={termReportsContract.printReportCard}
    input={{ year: String(year), term: String(term), ...subject }}
    title={title}
    fileName={subject.as === 'now' ? `${fileName} DRAFT` : fileName}
    what="report card"
    moreLinks={also}
  />
);
