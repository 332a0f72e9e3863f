import { useQuery } from '@tanstack/react-query';
import { Download, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { fetchDocument } from '../../api/call.ts';
import { messageOf } from '../../api/errors.ts';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './term-reports.module.css';

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

/** The report card in a frame, 80 % of the window wide (SPEC §2, §9), with the ways out for browsers that show no PDF. */
export function ReportCardDialog({ request, onClose }: ReportCardDialogProps) {
  // What was open last stays to be seen while the window fades.
  const [last, setLast] = useState(request);
  if (request && request !== last) setLast(request);
  return (
    <Dialog open={request !== null} onClose={onClose} title={last?.title ?? ''} size="wide" flush>
      {last && <ReportCard request={last} />}
    </Dialog>
  );
}

function ReportCard({ request }: { request: ReportCardRequest }) {
  const { studentId, classId, year, term, title, fileName } = request;
  const card = useQuery({
    queryKey: ['report-card', studentId, classId, year, term],
    queryFn: ({ signal }) =>
      fetchDocument(
        termReportsContract.reportCard,
        {
          year: String(year),
          term: String(term),
          ...(studentId === undefined ? { classId } : { studentId }),
        },
        { signal },
      ),
    // Marks may have changed since: each opening prints anew, and nothing of a pupil stays in memory.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const url = useObjectUrl(card.data);

  if (card.isError) {
    return (
      <ErrorRetry
        title="The report card could not be printed."
        detail={messageOf(card.error)}
        isRetrying={card.isFetching}
        onRetry={() => void card.refetch()}
      />
    );
  }
  return (
    <div className={styles.card}>
      <div className={styles.frame}>
        {url === null ? (
          <p className={styles.loading} role="status">
            Preparing the report card…
          </p>
        ) : (
          <iframe src={url} title={title} />
        )}
      </div>
      <p className={styles.ways}>
        {url !== null && (
          <>
            <a href={url} download={`${fileName}.pdf`}>
              <Download size={16} aria-hidden />
              Download
            </a>
            <a href={url} target="_blank" rel="noreferrer">
              <ExternalLink size={16} aria-hidden />
              Open in new tab
            </a>
          </>
        )}
      </p>
    </div>
  );
}

/** An address for bytes, as long as they are shown. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const created = URL.createObjectURL(blob);
    setUrl(created);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(created);
    };
  }, [blob]);
  return url;
}
