import { useQuery } from '@tanstack/react-query';
import { Download, ExternalLink } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { CallRow, Request } from '#shared/http/contract.ts';
import { fetchDocument } from '../api/call.ts';
import { requestOf } from '../api/request.ts';
import { useSession } from '../session/session.ts';
import { refreshSession } from '../session/sign-in.ts';
import { Loading } from '../ui/display/loading.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './documents.module.css';

/** Milliseconds between two looks at what the frame holds. */
const pollInterval = 250;

interface DocumentFrameProps<C extends CallRow> {
  /** The call whose answer is the document. */
  row: C & { method: 'GET'; produces: 'application/pdf' };
  input: Request<C>;
  title: string;
  /** Without the ending. */
  fileName: string;
  /** "report card": what is being prepared, or could not be printed. */
  what: string;
  /** Beside the other ways to have it. */
  moreLinks?: ReactNode;
}

/**
 * A PDF in a frame, with the ways out for browsers that show none (product §2 "Reports open in a frame in a dialog"). The frame
 * shows the document's own address (ADR 0005), which can tell neither whose page asks nor what went wrong: the session is asked
 * for before, and where the frame got something else than a document, the call is made once more to hear why.
 */
export function DocumentFrame<C extends CallRow>({
  row,
  input,
  title,
  fileName,
  what,
  moreLinks,
}: DocumentFrameProps<C>) {
  const { url } = requestOf(row, input as Record<string, unknown>);
  const area = useSession()?.area;
  const [isRefused, setRefused] = useState(false);
  const [isShown, setShown] = useState(false);
  const permission = useQuery({
    queryKey: ['document', url, isRefused],
    queryFn: async ({ signal }) => {
      if (isRefused) await fetchDocument(row, input, { signal });
      else if (area) await refreshSession(area);
      return true;
    },
    // Marks may have changed since: each opening prints again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // It could be had after all: the frame asks again.
  const isGranted = permission.data === true;
  useEffect(() => {
    if (isRefused && isGranted) setRefused(false);
  }, [isRefused, isGranted]);
  const onFrameLoad = ({ currentTarget: { contentDocument } }: SyntheticEvent<HTMLIFrameElement>) => {
    // A viewer that keeps its document to itself shows one; what is refused is a page of the site's own address.
    const isDocument = contentDocument === null || contentDocument.contentType === row.produces;
    if (isDocument) setShown(true);
    else setRefused(true);
  };

  const frame = useRef<HTMLIFrameElement>(null);
  const isAsked = isGranted && !isRefused;
  useEffect(() => {
    if (!isAsked || isShown) return;
    // WebKit's own viewer stays a page that is loading and tells of no end; that a document has come is seen all the same.
    const timer = setInterval(() => {
      if (frame.current?.contentDocument?.contentType === row.produces) setShown(true);
    }, pollInterval);
    return () => clearInterval(timer);
  }, [isAsked, isShown, row.produces]);

  if (permission.isError) {
    return <Loading queries={[permission]} what={what} failed={`The ${what} could not be printed.`} />;
  }
  return (
    <div className={styles.document}>
      <div className={styles.frame}>
        {!isShown && (
          <p className={styles.loading} role="status">
            Preparing the {what}…
          </p>
        )}
        {isAsked && <iframe ref={frame} src={url} title={title} onLoad={onFrameLoad} />}
      </div>
      <p className={styles.ways}>
        {isAsked && (
          <>
            <a href={url} download={`${fileName}.pdf`}>
              <Download size={16} aria-hidden />
              Download
            </a>
            <a href={url} target="_blank" rel="noreferrer">
              <ExternalLink size={16} aria-hidden />
              Open in new tab
            </a>
            {moreLinks}
          </>
        )}
      </p>
    </div>
  );
}

interface DocumentWindowProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** 80 % of the window wide, or all of it. */
  size: 'wide' | 'full';
  /** The document's parameters. Absent without a choice. */
  choices?: ReactNode;
  /** Said while there is no document yet. */
  nothing?: string;
  /** The document; null while there is none. */
  children: ReactNode;
}

/** Choices above, the document below (product §2 "Reports open in a frame in a dialog"). */
export function DocumentWindow({ open, onClose, title, size, choices, nothing, children }: DocumentWindowProps) {
  return (
    <Dialog openedBy="act" open={open} onClose={onClose} title={title} size={size} flush>
      <div className={styles.sheet}>
        {choices ? <div className={styles.choices}>{choices}</div> : <div />}
        {children ?? <p className={styles.nothing}>{nothing}</p>}
      </div>
    </Dialog>
  );
}
