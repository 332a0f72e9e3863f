import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { certificateTitle } from '#shared/options/truth-check/menu-wordings.ts';
import { DocumentFrame, DocumentWindow } from '../../documents/document-frame.tsx';

interface CertificateWindowProps {
  year: number;
  term: 1 | 2 | 3;
  /** "Term 1 2025-2026". */
  of: string;
  onClose: () => void;
}

/** What was checked of the term's posting. */
export const CertificateWindow = ({ year, term, of, onClose }: CertificateWindowProps) => (
  <DocumentWindow open onClose={onClose} title={`${certificateTitle}, ${of}`} size="wide">
    <DocumentFrame
      row={truthCheckContract.printCertificate}
      input={{ year: String(year), term: String(term) }}
      title={certificateTitle}
      fileName={`${certificateTitle} ${of}`}
      what="certificate"
    />
  </DocumentWindow>
);
