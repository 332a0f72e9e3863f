import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { recoveryCodeCount, trustedDeviceDays } from '#shared/accounts/auth/second-factor.ts';
import { accountScreenWordings } from '#shared/accounts/wordings.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ListRow, RowList } from '../../../ui/display/row-list.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { NewRecoveryCodesDialog, RemoveSecondFactorDialog, SetUpSecondFactorDialog } from './second-factor-dialogs.tsx';
import { AccountSection } from './section.tsx';

type Act = 'set up' | 'codes' | 'end';

/** The authenticator app that is asked for a code after the password (ADR 0089). */
export function SecondFactorSection({ userName }: { userName: string }) {
  const factor = useQuery({ ...queryOf(authContract.readSecondFactorState, {}), staleTime: 0 });
  const [act, setAct] = useState<Act | null>(null);
  const { act: carryOut, isBusy: isForgetting } = useAct({ onFailed: noticeFailure });
  if (!factor.data) {
    return (
      <AccountSection title="Second factor">
        <Loading queries={[factor]} what="second factor" lines={2} />
      </AccountSection>
    );
  }
  const { rule, since, recovery_codes_left: left } = factor.data;
  if (rule === 'off' && since === null) return null;
  const close = () => {
    setAct(null);
    void factor.refetch();
  };
  const forgetDevices = () =>
    carryOut(async () => {
      await call(authContract.forgetTrustedDevices, {});
      snackbar(accountScreenWordings.nextSignInAsksForCode);
    });
  return (
    <AccountSection
      title="Second factor"
      text={
        since === null
          ? 'With an authenticator app on your phone, nobody can sign in with your password alone.'
          : `Since ${momentText(since)} you are asked for a code of your authenticator app after your password.`
      }
      actions={
        <Button onClick={() => setAct('set up')}>
          {since === null ? accountScreenWordings.setUpAnApp : accountScreenWordings.moveToAnotherPhone}
        </Button>
      }
    >
      {since !== null && (
        <>
          <RowList>
            <ListRow
              what={`Recovery codes left: ${left}`}
              detail={`For when you lose your phone. Each of the ${recoveryCodeCount} works once.`}
              action={<Button onClick={() => setAct('codes')}>{accountScreenWordings.makeNewCodes}</Button>}
            />
            <ListRow
              what="Trusted devices"
              detail={`Devices on which you chose not to be asked for a code for ${trustedDeviceDays} days.`}
              action={
                <Button busy={isForgetting} onClick={() => void forgetDevices()}>
                  {accountScreenWordings.askEverywhereAgain}
                </Button>
              }
            />
            {rule !== 'demanded' && (
              <ListRow
                what="Sign in without a code"
                detail={accountScreenWordings.passwordAloneSignsIn}
                action={<Button onClick={() => setAct('end')}>{accountScreenWordings.endSecondFactor}</Button>}
              />
            )}
          </RowList>
          {left <= 3 && (
            <Alert tone="warning">
              {left === 0 ? 'You have no recovery codes left.' : accountScreenWordings.fewRecoveryCodesLeft} Make new
              ones while you have your phone.
            </Alert>
          )}
        </>
      )}
      {act === 'set up' && <SetUpSecondFactorDialog userName={userName} isMove={since !== null} onClose={close} />}
      {act === 'codes' && <NewRecoveryCodesDialog userName={userName} onClose={close} />}
      {act === 'end' && <RemoveSecondFactorDialog userName={userName} onClose={close} />}
    </AccountSection>
  );
}
