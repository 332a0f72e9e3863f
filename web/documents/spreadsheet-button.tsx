import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import type { CallRow, Request, xlsxType } from '#shared/http/contract.ts';
import { fetchDocument } from '../api/call.ts';
import { isSessionOver } from '../api/errors.ts';
import { saveFile } from '../api/save-file.ts';
import { Button } from '../ui/controls/button.tsx';
import { snackbar } from '../ui/overlays/snackbar.tsx';

interface SpreadsheetButtonProps<C extends CallRow> {
  /** The call whose answer is the workbook. */
  row: C & { method: 'GET'; produces: typeof xlsxType };
  input: Request<C>;
  /** Without the ending. */
  fileName: string;
  /** Message where it fails. */
  failed: string;
}

/** Downloads a workbook. */
export function SpreadsheetButton<C extends CallRow>({ row, input, fileName, failed }: SpreadsheetButtonProps<C>) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await fetchDocument(row, input), `${fileName}.xlsx`);
    } catch (error) {
      if (!isSessionOver(error)) snackbar(failed, { tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={FileSpreadsheet} busy={isBusy} onClick={() => void save()}>
      Download Spreadsheet
    </Button>
  );
}
