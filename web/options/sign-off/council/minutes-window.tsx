import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { councilWordings as wordings } from '#shared/options/sign-off/council/wordings.ts';
import { DocumentFrame, DocumentWindow } from '../../../documents/document-frame.tsx';

interface MinutesWindowProps {
  classId: string;
  year: number;
  term: 1 | 2 | 3;
  /** "Term 1 2025-2026". */
  of: string;
  onClose: () => void;
}

/** The minutes as everything stands now. */
export const MinutesWindow = ({ classId, year, term, of, onClose }: MinutesWindowProps) => (
  <DocumentWindow open onClose={onClose} title={`${wordings.minutesOf(classId)}, ${of}`} size="wide">
    <DocumentFrame
      row={signOffContract.printCouncilMinutes}
      input={{ class_id: classId, year: String(year), term: String(term) }}
      title={wordings.minutes}
      fileName={`${classId} Class Council ${of}`}
      what="minutes"
    />
  </DocumentWindow>
);
