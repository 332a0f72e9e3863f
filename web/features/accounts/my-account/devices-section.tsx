import { Badge } from '@aws-amplify/ui-react';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { ListedDevice } from '#shared/accounts/auth/own-account.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ListRow, RowList } from '../../../ui/display/row-list.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Muted } from '../../../ui/layout/muted.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { AccountSection, useOwnAccountCache } from './section.tsx';

/** Known browsers, whose sign-in attempts are limited apart from those of strangers. */
export function DevicesSection({ devices }: { devices: readonly ListedDevice[] }) {
  const { keep, readAgain } = useOwnAccountCache();
  const { act, busy } = useAct({
    onFailed: (error) => {
      noticeFailure(error);
      void readAgain();
    },
  });
  const forget = ({ device_id, browser }: ListedDevice) =>
    act(async () => {
      keep(await call(authContract.forgetDevice, { device_id }));
      snackbar(`${browser} is forgotten.`);
    }, device_id);
  return (
    <AccountSection
      title="Devices"
      text="Browsers in which you have signed in. You can sign in from them even while others try passwords for your user name. Forget those that are no longer yours."
    >
      {devices.length === 0 ? (
        <Muted size="13on18">None yet: sign in again and this one is listed.</Muted>
      ) : (
        <RowList>
          {devices.map((device) => (
            <ListRow
              key={device.device_id}
              what={
                <>
                  {device.browser} {device.is_this && <Badge variation="info">This one</Badge>}
                </>
              }
              detail={
                <>
                  First <time dateTime={device.first_at}>{momentText(device.first_at)}</time>, last{' '}
                  <time dateTime={device.last_at}>{momentText(device.last_at)}</time>, network {device.network}
                </>
              }
              action={
                <Button
                  busy={busy === device.device_id}
                  aria-label={`Forget: ${device.browser}, first ${momentText(device.first_at)}`}
                  onClick={() => void forget(device)}
                >
                  Forget
                </Button>
              }
            />
          ))}
        </RowList>
      )}
    </AccountSection>
  );
}
