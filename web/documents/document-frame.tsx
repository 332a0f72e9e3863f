import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { CallRow, RawInput, reportTypes } from '#shared/http/contract.ts';
import { fetchDocument } from '../api/call.ts';
import { toWebRequest } from '../api/request.ts';
import { refreshSession } from '../session/restore-session.ts';
import { useSession } from '../session/session.ts';
import { Loading } from '../ui/display/loading.tsx';
import { Row, Toolbar } from '../ui/layout/row.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { useOnline } from '../ui/screen/use-online.ts';
import { connectionWordings } from '../ui/wordings.ts';
import { DocumentLinks } from './document-links.tsx';
import styles from './documents.module.css';

/** Milliseconds between two checks of the frame's content. */
const pollInterval = 250;

/** Of a call that answers a PDF, where its input does not ask for the workbook. */
export type PdfTypes = 'application/pdf' | typeof reportTypes;

interface DocumentFrameProps<C extends CallRow> {
  /** The call whose answer is the document. */
  row: C & { method: 'GET'; produces: PdfTypes };
  input: RawInput<C>;
  title: string;
  /** Without the ending. */
  fileName: string;
  /** Name of the document in messages: "report card". */
  what: string;
  /** Beside the other links. */
  moreLinks?: ReactNode;
}

/**
 * A PDF in a frame, with links for browsers that show none. The
 * frame loads the document's own address (ADR 0005), which can neither name the account of the page nor report an
 * error: the session is checked before, and where the frame got something else than a document, the call is repeated to
 * get the error.
 */
export function DocumentFrame<C extends CallRow>({
  row,
  input,
  title,
  fileName,
  what,
  moreLinks,
}: DocumentFrameProps<C>) {
  const { url } = toWebRequest(row, input as Record<string, unknown>);
  const area = useSession()?.area;
  const isOnline = useOnline();
  const [isRefused, setRefused] = useState(false);
  const [isShown, setShown] = useState(false);
  const permission = useQuery({
    queryKey: ['document', url, isRefused],
    queryFn: async ({ signal }) => {
      if (isRefused) await fetchDocument(row, input, { signal });
      else if (area) await refreshSession(area);
      return true;
    },
    // Marks may have changed since: each opening renders again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // The repeated call succeeded: the frame loads again.
  const isGranted = permission.data === true;
  useEffect(() => {
    if (isRefused && isGranted) setRefused(false);
  }, [isRefused, isGranted]);
  const onFrameLoad = ({ currentTarget: { contentDocument } }: SyntheticEvent<HTMLIFrameElement>) => {
    // The document of a PDF viewer is not accessible; an error is a page of the site's own origin.
    const isDocument = contentDocument === null || contentDocument.contentType === 'application/pdf';
    if (isDocument) setShown(true);
    else setRefused(true);
  };

  const frame = useRef<HTMLIFrameElement>(null);
  const isAsked = isGranted && !isRefused;
  useEffect(() => {
    if (!isAsked || isShown) return;
    // WebKit's own viewer never fires `load`; the content type of its document is readable all the same.
    const timer = setInterval(() => {
      if (frame.current?.contentDocument?.contentType === 'application/pdf') setShown(true);
    }, pollInterval);
    return () => clearInterval(timer);
  }, [isAsked, isShown]);

  if (permission.isError) {
    return <Loading queries={[permission]} what={what} failed={`The ${what} could not be printed.`} />;
  }
  return (
    <div className={styles.document}>
      <div className={styles.frame}>
        {!isShown && (
          <p className={styles.loading} role="status">
            {isOnline ? `Preparing the ${what}…` : connectionWordings.loadsLater}
          </p>
        )}
        {isAsked && <iframe ref={frame} src={url} title={title} onLoad={onFrameLoad} />}
      </div>
      <Row as="p" wrap gap={8} across={24} className={styles.ways}>
        {isAsked && (
          <>
            <DocumentLinks url={url} fileName={`${fileName}.pdf`} />
            {moreLinks}
          </>
        )}
      </Row>
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
  /** Shown while there is no document. */
  nothing?: string;
  /** The document; null while there is none. */
  children: ReactNode;
}

/** Choices above, the document below. */
export function DocumentWindow({ open, onClose, title, size, choices, nothing, children }: DocumentWindowProps) {
  return (
    <Dialog openedBy="act" open={open} onClose={onClose} title={title} size={size} flush>
      <div className={styles.sheet}>
        {choices ? (
          <Toolbar gap={10} across={12} className={styles.choices}>
            {choices}
          </Toolbar>
        ) : (
          <div />
        )}
        {children ?? <p className={styles.nothing}>{nothing}</p>}
      </div>
    </Dialog>
  );
}
