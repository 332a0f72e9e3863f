import { useQuery } from '@tanstack/react-query';
import { Download, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { ErrorRetry } from '../../../ui/display/error-retry.tsx';
import styles from './documents.module.css';

interface DocumentFrameProps {
  /** Names the document among all: the same key is the same document. */
  name: readonly (string | number | undefined)[];
  fetch: (options: { signal: AbortSignal }) => Promise<Blob>;
  title: string;
  /** Without the ending. */
  fileName: string;
  /** "report card": what is being prepared, or could not be printed. */
  what: string;
}

/** A PDF in a frame, with the ways out for browsers that show none (product §2 "Reports open in a frame in a dialog"). */
export function DocumentFrame({ name, fetch, title, fileName, what }: DocumentFrameProps) {
  const document = useQuery({
    queryKey: ['document', ...name],
    queryFn: fetch,
    // Marks may have changed since: each opening prints anew, and nothing of a pupil stays in memory.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const url = useObjectUrl(document.data);

  if (document.isError) {
    return (
      <ErrorRetry
        title={`The ${what} could not be printed.`}
        detail={messageOf(document.error)}
        isRetrying={document.isFetching}
        onRetry={() => void document.refetch()}
      />
    );
  }
  return (
    <div className={styles.document}>
      <div className={styles.frame}>
        {url === null ? (
          <p className={styles.loading} role="status">
            Preparing the {what}…
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
