import { Download, ExternalLink } from 'lucide-react';

/** The ways to save a file and to open it in a tab of its own. */
export const FileLinks = ({ url, downloadUrl }: { url: string; downloadUrl: string }) => (
  <>
    <a href={downloadUrl} download>
      <Download size={16} aria-hidden />
      Download
    </a>
    <a href={url} target="_blank" rel="noreferrer">
      <ExternalLink size={16} aria-hidden />
      Open in new tab
    </a>
  </>
);
