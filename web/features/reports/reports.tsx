import { useAddressState } from '../../address/use-address-state.ts';
import { NextStepList } from '../../ui/controls/next-step-list.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { reportKinds } from './report-kinds.ts';
import { ReportWindow } from './report-window.tsx';

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
