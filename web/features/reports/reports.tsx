import { useState } from 'react';
import type { CallRow } from '#shared/http/contract.ts';
import { reportFileName, reportWordings } from '#shared/reports/wordings.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { DocumentFrame, DocumentWindow } from '../../documents/document-frame.tsx';
import { SpreadsheetButton } from '../../documents/spreadsheet-button.tsx';
import { NextStepList } from '../../ui/controls/next-step-list.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { type MenuReport, type ReportCall, readReportParametersFromAddress, reportKinds } from './report-kinds.ts';

interface ReportWindowProps {
  /** Null: closed. */
  kind: MenuReport | null;
  onClose: () => void;
}

/** A report: its parameters above, the document below. Without parameters it is shown at once (product §2). */
export function ReportWindow({ kind, onClose }: ReportWindowProps) {
  // Keeps the last report on show while the window fades.
  const [last, setLast] = useState(kind);
  if (kind && kind !== last) setLast(kind);
  return <>{last && <OpenReport key={last.key} kind={last} isOpen={kind !== null} onClose={onClose} />}</>;
}

function OpenReport({ kind, isOpen, onClose }: { kind: MenuReport; isOpen: boolean; onClose: () => void }) {
  const { title, Parameters } = kind;
  const place = useAddressState();
  const chosen = readReportParametersFromAddress(kind, place);
  const asked = JSON.stringify(chosen);
  // Each press loads the report again, also with the same parameters.
  const [presses, setPresses] = useState(0);
  const about = Object.values(chosen ?? {})
    .join(' ')
    .replace(',', ' to ');
  return (
    <DocumentWindow
      open={isOpen}
      onClose={onClose}
      title={title}
      size="full"
      choices={
        Parameters && (
          <Parameters
            get={place.get}
            onShow={(fields) => {
              setPresses((before) => before + 1);
              place.change(fields);
            }}
          />
        )
      }
      nothing={reportWordings.makeChoices}
    >
      {chosen && (
        <DocumentFrame
          key={`${asked} ${presses}`}
          {...documentOf(kind, chosen)}
          title={title}
          fileName={reportFileName(title, about)}
          what="report"
          moreLinks={
            <SpreadsheetButton
              {...documentOf(kind, { ...chosen, format: 'xlsx' })}
              fileName={`${reportFileName(title, about)}.xlsx`}
              failed={reportWordings.downloadFailed}
            />
          }
        />
      )}
    </DocumentWindow>
  );
}

// `kind` lists the parameters of its call; the union of calls has no common input type.
const documentOf = ({ row }: MenuReport, chosen: Record<string, string>) => ({
  row: row as CallRow & Pick<ReportCall, 'method' | 'produces'>,
  input: chosen,
});

/**
 * The Reports menu (product §2): four reports, each in a full-size window. Report and parameters are in the address.
 */
export default function Reports() {
  const place = useAddressState();
  const kind = reportKinds.find(({ key }) => key === place.get('report')) ?? null;
  return (
    <>
      <ScreenHead title="Reports" />
      <NextStepList
        choices={reportKinds.map(({ key, title, text, icon }) => ({
          key,
          text,
          icon,
          label: title,
          to: () => place.goTo({ report: key }),
        }))}
      />
      <ReportWindow kind={kind} onClose={() => place.goTo({})} />
    </>
  );
}
