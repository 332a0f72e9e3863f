import { Printer, RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { documentTitles } from '#shared/options/transcripts/kinds.ts';
import { transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { noticeFailure } from '../../acts/notice-failure.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Table } from '../../ui/display/table.tsx';
import { momentText } from '../../ui/fields/dates/school-clock.ts';
import { Row } from '../../ui/layout/row.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { WholeDates } from '../../ui/screen/whole-dates.tsx';
import { offerUndo } from '../../undo/offer-undo.ts';
import styles from './transcripts.module.css';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const { withdrawDocument } = transcriptsContract;
type Issued = Output<typeof transcriptsContract.readTranscript>['documents'][number];

interface IssuedDocumentsProps {
  documents: readonly Issued[];
  onShow: (document: Issued) => void;
  onChanged: () => void;
}

/** The documents of a student with their numbers: each can be printed again, and withdrawn. */
export function IssuedDocuments({ documents, onShow, onChanged }: IssuedDocumentsProps) {
  const [withdrawing, setWithdrawing] = useState<Issued>();
  const { act } = useAct({ onFailed: noticeFailure });
  const restore = (number: string) => call(withdrawDocument, { number, withdrawn: false, reason: null });
  if (documents.length === 0) return <p>{wordings.noDocuments}</p>;
  return (
    <>
      <Table label="Documents" folds>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Document</th>
            <th scope="col">Issued</th>
            <th scope="col">State</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => {
            const { number, kind, issued_at, issued_by, withdrawn } = document;
            return (
              <tr key={number}>
                <th scope="row">
                  <span className={withdrawn ? styles.withdrawn : undefined}>{number}</span>
                </th>
                <td data-label="Document">{documentTitles[kind]}</td>
                <td data-label="Issued">
                  <WholeDates>{`${momentText(issued_at)}, ${issued_by}`}</WholeDates>
                </td>
                <td data-label="State">
                  {withdrawn ? wordings.withdrawnBecause(withdrawn.by, withdrawn.reason) : wordings.valid}
                </td>
                <td>
                  <Row gap={8} wrap>
                    {withdrawn ? (
                      <Button
                        variant="quiet"
                        icon={RotateCcw}
                        aria-label={`Make valid again: ${number}`}
                        onClick={() =>
                          void act(async () => {
                            await restore(number);
                            snackbar(wordings.isValidAgain(number));
                            onChanged();
                          }, number)
                        }
                      >
                        Make valid again
                      </Button>
                    ) : (
                      <>
                        <Button
                          variant="quiet"
                          icon={Printer}
                          aria-label={`Print ${number}`}
                          onClick={() => onShow(document)}
                        >
                          Print
                        </Button>
                        <Button
                          variant="quiet"
                          icon={Undo2}
                          aria-label={`Withdraw ${number}`}
                          onClick={() => setWithdrawing(document)}
                        >
                          Withdraw
                        </Button>
                      </>
                    )}
                  </Row>
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {withdrawing && (
        <WithdrawDialog
          number={withdrawing.number}
          onWithdrawn={() => {
            const { number } = withdrawing;
            setWithdrawing(undefined);
            onChanged();
            offerUndo({ message: wordings.isWithdrawn(number), undo: () => restore(number), onDone: onChanged });
          }}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </>
  );
}
