import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { DocumentFrame, DocumentWindow } from '../../documents/document-frame.tsx';
import { SpreadsheetButton } from '../../documents/spreadsheet-button.tsx';

interface DocumentsWindowProps {
  /** None: the window is closed. */
  numbers: readonly string[];
  /** Whether the documents have marks, which a workbook can hold. */
  hasMarks?: boolean;
  onClose: () => void;
}

/** Documents that were issued, as they are printed. */
export function DocumentsWindow({ numbers, hasMarks = true, onClose }: DocumentsWindowProps) {
  const [first, ...others] = numbers;
  const input = { numbers: numbers.join(',') };
  const title = others.length === 0 ? `No. ${first}` : `No. ${first} to ${others.at(-1)}`;
  return (
    <DocumentWindow
      open={numbers.length > 0}
      onClose={onClose}
      title={title}
      size="full"
      choices={
        hasMarks && (
          <SpreadsheetButton
            row={transcriptsContract.printDocuments}
            input={{ ...input, format: 'xlsx' }}
            fileName={`Transcripts ${first}.xlsx`}
            failed="The spreadsheet could not be downloaded."
          />
        )
      }
    >
      {numbers.length > 0 && (
        <DocumentFrame
          key={input.numbers}
          row={transcriptsContract.printDocuments}
          input={input}
          title={title}
          fileName={`Documents ${first}`}
          what="documents"
        />
      )}
    </DocumentWindow>
  );
}
