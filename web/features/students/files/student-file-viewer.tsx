import { useQuery } from '@tanstack/react-query';
import { FileX2, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { type FileKind, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { queryOf } from '../../../api/query.ts';
import { DocumentLinks } from '../../../documents/document-links.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import styles from './files.module.css';

interface ImageViewProps {
  url: string;
  title: string;
  /** Initial pixels (product §2: the passport preview has 300); null for the available width. */
  width: number | null;
  /** Links to save and open it. */
  links: ReactNode;
}

/** Pixels around the picture, as in the style sheet. */
const inset = 12;

const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4];

/** A picture with zoom and rotation. */
export function ImageView({ url, title, width, links }: ImageViewProps) {
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  // A renewed link shows the same picture: it is not loaded again.
  const [src] = useState(url);
  const [isBroken, setBroken] = useState(false);
  /** Pixels of the picture as it is first shown; null until it is loaded. */
  const [base, setBase] = useState<{ width: number; height: number } | null>(null);
  const measure = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const { naturalWidth, naturalHeight, parentElement } = currentTarget;
    const shown = width ?? (parentElement?.clientWidth ?? naturalWidth) - 2 * inset;
    setBase({ width: shown, height: (shown * naturalHeight) / naturalWidth });
  };
  const step = (by: 1 | -1) => setZoom(zooms[zooms.indexOf(zoom) + by] ?? zoom);
  return (
    <div className={styles.viewer}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a picture larger than the window is scrolled by keyboard, too. */}
      <section className={styles.picture} aria-label={title} tabIndex={0}>
        {isBroken ? (
          <Alert tone="error">The picture could not be shown.</Alert>
        ) : (
          <img
            src={src}
            alt={title}
            style={base ? imageStyle(base, zoom, turns) : { width: width ?? '100%' }}
            onLoad={measure}
            onError={() => setBroken(true)}
          />
        )}
      </section>
      <Row as="p" wrap gap={4} across={12} className={styles.tools}>
        <IconButton label="Smaller" icon={ZoomOut} disabled={zoom === zooms[0]} onClick={() => step(-1)} />
        <IconButton label="Larger" icon={ZoomIn} disabled={zoom === zooms.at(-1)} onClick={() => step(1)} />
        <IconButton label="Turn" icon={RotateCw} onClick={() => setTurns((turns + 1) % 4)} />
        {links}
      </Row>
    </div>
  );
}

/** A picture on its side has width and height swapped: the margins compensate for it. */
function imageStyle(base: { width: number; height: number }, zoom: number, turns: number) {
  const width = base.width * zoom;
  const height = base.height * zoom;
  const more = turns % 2 === 1 ? (width - height) / 2 : 0;
  return { width, height, margin: `${more}px ${-more}px`, rotate: `${90 * turns}deg` };
}

interface StudentFileViewerProps {
  studentId: string;
  kind: FileKind;
  isThere: boolean;
}

/** Milliseconds for which a link is used: a little less than it is valid. */
const linkHolds = 4 * 60_000;

/**
 * Shows one file: a picture with zoom and rotation, a PDF in the browser's own viewer. Each opening fetches a new link.
 */
export function StudentFileViewer({ studentId, kind, isThere }: StudentFileViewerProps) {
  const title = fileKindTitle(kind);
  const link = useQuery({
    ...queryOf(studentFilesContract.openStudentFile, { student_id: studentId, kind }),
    enabled: isThere,
    staleTime: linkHolds,
    gcTime: 0,
    // Renewed while it is open, so that its download link stays valid.
    refetchInterval: linkHolds,
    refetchOnWindowFocus: false,
  });
  if (!isThere) {
    return (
      <div className={styles.none}>
        <EmptyState icon={FileX2} title={`No ${title}`} text="No file was uploaded yet." />
      </div>
    );
  }
  if (!link.data) return <Loading queries={[link]} what={`the ${title}`} lines={8} />;
  const { type, url, download_url: downloadUrl, file } = link.data;
  const ways = <DocumentLinks url={url} downloadUrl={downloadUrl} />;
  if (type !== 'application/pdf') {
    return <ImageView key={file} url={url} title={title} width={kind === 'picture' ? 300 : null} links={ways} />;
  }
  return (
    <div className={styles.viewer}>
      <PdfFrame key={file} url={url} title={title} />
      <Row as="p" wrap gap={4} across={12} className={styles.tools}>
        {ways}
      </Row>
    </div>
  );
}

/**
 * The headers of the file forbid scripts and requests, because browsers show no PDF in a frame with `sandbox`. A
 * renewed link does not reload the frame.
 */
function PdfFrame({ url, title }: { url: string; title: string }) {
  const [src] = useState(url);
  return <iframe src={src} title={title} />;
}
