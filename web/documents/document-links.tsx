import { Download, ExternalLink } from 'lucide-react';
import { Row } from '../ui/layout/row.tsx';
import { documentWordings } from './wordings.ts';

interface DocumentLinksProps {
  url: string;
  /** The URL that downloads it; default: `url`. */
  downloadUrl?: string;
  /** Name of the downloaded file, for an address whose answer gives none. */
  fileName?: string;
}

/** Links that download a document, and that open it in a new tab. */
export const DocumentLinks = ({ url, downloadUrl = url, fileName }: DocumentLinksProps) => (
  <>
    <Row as="a" inline gap={8} href={downloadUrl} download={fileName ?? true}>
      <Download size={16} aria-hidden />
      Download
    </Row>
    <Row as="a" inline gap={8} href={url} target="_blank" rel="noreferrer">
      <ExternalLink size={16} aria-hidden />
      {documentWordings.openInNewTab}
    </Row>
  </>
);
