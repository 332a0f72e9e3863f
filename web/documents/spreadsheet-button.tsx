import { FileSpreadsheet, type LucideIcon } from 'lucide-react';
import type { CallRow, listTypes, RawInput, reportTypes, xlsxType } from '#shared/http/contract.ts';
import { noticeFailureOf } from '../acts/notice-failure.ts';
import { useAct } from '../acts/use-act.ts';
import { fetchDocument } from '../api/call.ts';
import { downloadBlob } from '../api/download-blob.ts';
import { Button } from '../ui/controls/button.tsx';

interface SpreadsheetButtonProps<C extends CallRow> {
  /** The call whose answer to the input is the workbook. */
  row: C & { produces: typeof xlsxType | typeof reportTypes | typeof listTypes };
  input: RawInput<C>;
  fileName: string | (() => string);
  /** Message where it fails. */
  failed: string;
  label?: string;
  icon?: LucideIcon;
  /** There is nothing to download. */
  unavailable?: boolean;
}

/** Downloads a workbook. */
export function SpreadsheetButton<C extends CallRow>(props: SpreadsheetButtonProps<C>) {
  const { row, input, fileName, failed, label = 'Download Spreadsheet', icon = FileSpreadsheet, unavailable } = props;
  const { act, isBusy } = useAct({ onFailed: noticeFailureOf(failed) });
  const download = () =>
    act(async () => {
      downloadBlob(await fetchDocument(row, input), typeof fileName === 'string' ? fileName : fileName());
    });
  return (
    <Button icon={icon} busy={isBusy} unavailable={unavailable} onClick={() => void download()}>
      {label}
    </Button>
  );
}
