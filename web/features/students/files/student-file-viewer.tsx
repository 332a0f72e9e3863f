import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { useState } from 'react';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { type FileKind, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { queryOf } from '../../../api/query.ts';
import { DocumentLinks } from '../../../documents/document-links.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import styles from './files.module.css';
import { ImageView } from './image-view.tsx';

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
